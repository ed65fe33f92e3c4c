/** How far a property is on its way to guests: what stands in the way comes as errors of the call. */
import { fieldOf } from '../../connector-kit/answers.ts'
import type { VendorContext } from '../../connector-kit/connector.ts'
import type { PropertySetup, PropertyState } from '../../connector-kit/property-setup-operations.ts'
import { presentText } from '../../connector-kit/readings.ts'
import { VendorError } from '../../connector-kit/vendor-error.ts'
import { legalEntities } from './legal-entities.ts'
import { building } from './building.ts'

/** `Open / bookable`; a test property never is. */
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

/** `450 The property has no units; 450 The contract is not signed (RUID …)` */
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
