/** Airbnb's account and booking routes answer these. */
import { Type } from 'typebox'
import type { Static, TSchema } from 'typebox'
import { words } from './body-fields.ts'
import { DataFreshness } from './freshness.ts'
import {
  currencyOrNull,
  dateOnly,
  flag,
  id,
  integerOrNull,
  link,
  numberOrNull,
  oneOfStrings,
  Pagination,
  record,
  text,
  textOrNull,
  timestampOrNull,
} from './shared.ts'

/** A page says how old its records can be, because they were read from Airbnb. */
export const readPageOf = <S extends TSchema>(row: S) =>
  record({
    data: Type.Array(row, { description: 'The records of this page.' }),
    pagination: Pagination,
    dataFreshness: DataFreshness,
  })

/** The record was read from Airbnb, so the answer says how old it can be. */
export const readOf = <S extends TSchema>(row: S) => record({ data: row, dataFreshness: DataFreshness })

/** A row names its account by Airbnb's id and name. */
export const ofAccount = {
  accountId: textOrNull("Airbnb's id of the host.", { examples: ['88123'] }),
  accountName: textOrNull('Name of the host.'),
}

export const airbnbConnectionStates = [
  'connected',
  'disconnected',
  'reconnect_required',
  'never_connected',
] as const

export const AirbnbHost = record({
  airbnbUserId: text("Airbnb's id of the host.", { examples: ['88123'] }),
  name: textOrNull('Name of the host.'),
  isConnected: flag('Whether Airbnb can be called for this host.'),
  lastSyncedAt: timestampOrNull('When the last reading to which every row came began.'),
  deactivatedAt: timestampOrNull('When the host was disconnected here; null while connected.'),
  lastDisconnectReason: textOrNull(
    'Why Airbnb cannot be called, where that is known: `token_refresh_rejected`.',
  ),
})

export const AirbnbConnection = record({
  data: record({
    status: oneOfStrings(airbnbConnectionStates, {
      description:
        '`connected` when every host is, `reconnect_required` when some are, `disconnected` when none is.',
    }),
    hostCount: Type.Integer({ minimum: 0, description: 'Hosts that were ever connected.' }),
    hosts: Type.Array(AirbnbHost, { description: 'Every host, ordered by the id of its connection.' }),
    fixUrl: Type.Optional(
      link(
        'Page where a host is connected again. Absent while all are, and before any was: `POST /v1/connect/airbnb` begins that.',
      ),
    ),
  }),
})
export type AirbnbConnection = Static<typeof AirbnbConnection>

export const airbnbReservationFilters = [
  'pending',
  'accepted',
  'denied',
  'cancelled',
  'completed',
  'failed_verification',
  'request_voided',
] as const

export const airbnbReservationStates = ['accepted', 'pending', 'cancelled', 'denied', 'inquiry'] as const

export const AirbnbReservation = record({
  id: id('Id of the reservation, as `GET /v1/reservations/{id}` takes it.'),
  confirmationCode: text("Airbnb's code of the booking.", { examples: ['HMAB2C3D4E'] }),
  listingId: id('Listing that is booked.'),
  ...ofAccount,
  status: oneOfStrings(airbnbReservationStates, {
    description:
      'In the words of Airbnb. A stay that is over stays `accepted`; a request that nobody answered is `denied`, one that was voided or failed its verification `cancelled`.',
  }),
  checkIn: dateOnly('First night.'),
  checkOut: dateOnly('Day of departure.', { examples: ['2026-05-18'] }),
  guestName: textOrNull('Name of the guest, as far as Airbnb tells it.'),
  guestCount: integerOrNull('How many come.'),
  totalPrice: numberOrNull('Price of the stay, as the reservation shows it.'),
  currency: currencyOrNull('Its currency.'),
})
export type AirbnbReservation = Static<typeof AirbnbReservation>

export const airbnbReservationActions = ['accept', 'decline', 'cancel'] as const
export type AirbnbReservationAction = (typeof airbnbReservationActions)[number]

export const airbnbDeclineReasons = [
  'dates_not_available',
  'not_comfortable',
  'listing_not_ready',
  'different_dates_needed',
  'spam',
  'other',
] as const

export const airbnbCancelReasons = [
  'calendar_conflict',
  'maintenance_issue',
  'unable_to_host',
  'other',
] as const

export const AirbnbReservationActionBody = record({
  action: text(`What is to be done: ${airbnbReservationActions.map((name) => `\`${name}\``).join(', ')}.`, {
    examples: ['decline'],
  }),
  reason: Type.Optional(
    text(
      `Of a decline ${airbnbDeclineReasons.map((name) => `\`${name}\``).join(', ')}; of a cancellation ${airbnbCancelReasons.map((name) => `\`${name}\``).join(', ')}.`,
    ),
  ),
  message: Type.Optional(words(500, 'Needed with a decline: words to the guest.')),
})
export type AirbnbReservationActionBody = Static<typeof AirbnbReservationActionBody>

export const AirbnbReservationActed = record({
  id: id('Id of the reservation.'),
  confirmationCode: text("Airbnb's code of the booking."),
  action: oneOfStrings(airbnbReservationActions, { description: 'What was done.' }),
  status: oneOfStrings(['accepted', 'declined', 'cancelled'], {
    description: 'What was answered. The reservation moves when Airbnb tells so.',
  }),
  alreadyCancelled: Type.Optional(
    Type.Literal(true, { description: 'It was cancelled before; nothing was done.' }),
  ),
  dryRun: Type.Optional(
    Type.Literal(true, { description: 'Only of a dry run: nothing was done, this is what would have been.' }),
  ),
})
export type AirbnbReservationActed = Static<typeof AirbnbReservationActed>
