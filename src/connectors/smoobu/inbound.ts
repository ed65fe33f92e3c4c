import { fieldOf, isFields, readable } from '../../connector-kit/answers.ts'
import type { InboundHint, Operations } from '../../connector-kit/connector.ts'
import { enteredByHand, hint } from '../../connector-kit/hints.ts'
import { meaningOf } from '../../connector-kit/readings.ts'
import { idText } from './map.ts'
import { VendorEvent } from './vendor.ts'

const reservation = (data: unknown): InboundHint[] => hint('reservations', idText(fieldOf(data, 'id')))

/** The nights of every apartment stand under its number. */
const rates = (data: unknown): InboundHint[] =>
  Object.keys(isFields(data) ? data : {}).flatMap((id) => (/^[1-9]\d*$/.test(id) ? hint('calendar', id) : []))

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
  ...enteredByHand('settings'),

  receive: ({ body }) =>
    readable(VendorEvent, [body]).flatMap(({ action, data }) => meaningOf(hintsOf, action)?.(data) ?? []),
}
