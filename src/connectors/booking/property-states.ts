/** Says how far a property is from being bookable: obstacles come as errors of the call. */
import { fieldOf, numberIn } from '../../connector-kit/answers.ts'
import type { VendorContext } from '../../connector-kit/connector.ts'
import type { PropertySetup, PropertyState } from '../../connector-kit/property-setup-operations.ts'
import { presentText, idText } from '../../connector-kit/readings.ts'
import { VendorError } from '../../connector-kit/vendor-error.ts'
import { building } from './building.ts'

/** A legal entity runs properties: it is invited by e-mail and signs, and only then can a property open. */
const idIn = (data: unknown): string => {
  const id = idText(fieldOf(data, 'legal_entity_id') as string | number | null | undefined)
  if (id === null) throw new VendorError('malformed', 'the legal entity is not named in the answer')
  return id
}

const legalEntities: Pick<PropertySetup, 'inviteEntity' | 'findEntity'> = {
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

/** The status is `Open / bookable`; a test property never gets it. */
const isOpen = (status: string | null) => /\bbookable\b/i.test(status ?? '')

async function operate(
  { http }: VendorContext,
  propertyId: string,
  operation: string,
): Promise<PropertyState> {
  const path = `/property-api/properties/${encodeURIComponent(propertyId)}/status`
  const data = fieldOf(await http.post(path, { body: { operation } }), 'data')
  const status = presentText(fieldOf(data, 'status'))
  return { status, sellable: isOpen(status), blockers: [] }
}

/** Splits the message `450 The property has no units; 450 The contract is not signed (RUID …)`. */
const blockersIn = (words: string): string[] =>
  words
    .replace(/ \(RUID .*$/, '')
    .split('; ')
    .map((one) => one.replace(/^\d+ /, ''))

export const propertySetup: PropertySetup = {
  ...legalEntities,
  ...building,

  async check(context, propertyId) {
    try {
      return await operate(context, propertyId, 'CHECK')
    } catch (error) {
      const isBlocked = error instanceof VendorError && error.kind === 'rejected' && error.status === 400
      if (!isBlocked || error.vendorMessage === undefined) throw error
      return { status: null, sellable: false, blockers: blockersIn(error.vendorMessage) }
    }
  },

  open: (context, propertyId) => operate(context, propertyId, 'OPEN'),
}
