/** Who runs properties: invited by e-mail, signs, and only then can a property be opened. */
import { fieldOf, numberIn } from '../../connector-kit/answers.ts'
import type { PropertySetup } from '../../connector-kit/property-setup-operations.ts'
import { idText } from '../../connector-kit/readings.ts'
import { VendorError } from '../../connector-kit/vendor-error.ts'

const idIn = (data: unknown): string => {
  const id = idText(fieldOf(data, 'legal_entity_id') as string | number | null | undefined)
  if (id === null) throw new VendorError('malformed', 'the legal entity is not named in the answer')
  return id
}

export const legalEntities: Pick<PropertySetup, 'inviteEntity' | 'findEntity'> = {
  async inviteEntity({ http }, { companyName, contactName, contactEmail, country, city }) {
    const body = {
      company_name: companyName,
      legal_contact_name: contactName,
      legal_contact_email: contactEmail,
      preferred_language: 'en',
      country: country.toLowerCase(),
      city,
      contract_countries: [country.toLowerCase()],
    }
    return { id: idIn(fieldOf(await http.post('/contracts-api/partners/invite', { body }), 'data')) }
  },

  async findEntity({ http }, contactEmail) {
    try {
      const body = { legal_contact_email: contactEmail }
      const answer = await http.post('/contracts-api/partners/legal-details', { body, safe: true })
      const data = fieldOf(answer, 'data')
      const countries = fieldOf(data, 'contract_countries')
      return {
        id: idIn(data),
        signed: numberIn(data, 'contract_signed') === 1,
        countries: Array.isArray(countries) ? countries.map(String) : [],
      }
    } catch (error) {
      if (error instanceof VendorError && error.kind === 'not_found') return null
      throw error
    }
  },
}
