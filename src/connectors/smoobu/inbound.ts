import type { InboundHint, Operations } from '../../connector-kit/connector.ts'
import { compileCheck } from '../../connector-kit/validate.ts'
import { idText } from './map.ts'
import { isObject } from './signals.ts'
import { VendorEvent } from './vendor.ts'

const eventCheck = compileCheck(VendorEvent)

const reservation = (data: unknown): InboundHint[] => {
  const externalId = isObject(data) ? idText(data.id) : null
  return externalId === null ? [] : [{ entity: 'reservations', externalId }]
}

/** The nights of every apartment stand under its number. */
const rates = (data: unknown): InboundHint[] =>
  Object.keys(isObject(data) ? data : {}).flatMap((externalId) =>
    /^[1-9]\d*$/.test(externalId) ? [{ entity: 'calendar', externalId }] : [],
  )

const hintsOf: Record<string, (data: unknown) => InboundHint[]> = {
  newReservation: reservation,
  updateReservation: reservation,
  cancelReservation: reservation,
  deleteReservation: reservation,
  updateRates: rates,
}

/**
 * One address for the account, which a person enters in the settings. Nothing is signed: the only proof is the secret
 * in the address, and a delivery is no more than a hint to read the record.
 */
export const inbound: NonNullable<Operations['inbound']> = {
  proof: 'address',

  async register(_context, { url }) {
    return { externalId: 'settings', secrets: {}, address: url }
  },

  /** Done in the settings as well; what still arrives is refused by its address. */
  async unregister() {},

  receive({ body }) {
    if (!eventCheck.fits(body) || !Object.hasOwn(hintsOf, body.action)) return []
    return hintsOf[body.action]?.(body.data) ?? []
  },
}
