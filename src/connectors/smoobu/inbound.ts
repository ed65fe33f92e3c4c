import { fieldOf, isFields, readable } from '../../connector-kit/answers.ts'
import type { InboundHint, VendorOperations } from '../../connector-kit/connector.ts'
import { enteredByHand, hint } from '../../connector-kit/hints.ts'
import { meaningOf } from '../../connector-kit/readings.ts'
import { distinctHints, noticesIn } from '../../connector-kit/notices.ts'
import { idText } from './map.ts'
import { VendorEvent } from './vendor.ts'

const reservation = (data: unknown): InboundHint[] => hint('reservations', idText(fieldOf(data, 'id')))

/** The delivery keys nights by the apartment's number. */
const rates = (data: unknown): InboundHint[] =>
  Object.keys(isFields(data) ? data : {}).flatMap((id) => (/^[1-9]\d*$/.test(id) ? hint('calendar', id) : []))

/** A part of a price, or a guest's form, has an id of its own, so the reservation's comes first. */
const ofReservation = (data: unknown): InboundHint[] => {
  const ids = [fieldOf(data, 'reservationId'), fieldOf(data, 'bookingId'), fieldOf(data, 'id')]
  return hint(
    'reservations',
    ids.map(idText).find((id) => id !== null),
  )
}

const hintsOf: Record<string, (data: unknown) => InboundHint[]> = {
  newReservation: reservation,
  updateReservation: reservation,
  cancelReservation: reservation,
  deleteReservation: reservation,
  priceElementCreated: ofReservation,
  priceElementUpdated: ofReservation,
  priceElementDeleted: ofReservation,
  onlineCheckInUpdate: ofReservation,
  updateRates: rates,
}

/**
 * A person enters one address for the account in the settings. Nothing is signed: the only proof is the
 * secret in the address, and a delivery is only a hint to read the record.
 */
export const inbound: NonNullable<VendorOperations['inbound']> = {
  proof: 'address',
  ...enteredByHand('settings'),

  receive: ({ body }) =>
    distinctHints(
      readable(VendorEvent, noticesIn(body)).flatMap(
        ({ action, data }) => meaningOf(hintsOf, action)?.(data) ?? [],
      ),
    ),
}
