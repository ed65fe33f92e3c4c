/** Bookings come as Booking.com sends them, until they are acknowledged out of its queues. */
import { Type } from 'typebox'
import type { Static } from 'typebox'
import { hotelId, roomId } from './channel-booking-nights.ts'
import {
  currencyOrNull,
  dateOnlyOrNull,
  idOrNull,
  integerOrNull,
  listOf,
  numberOrNull,
  oneOfStrings,
  record,
  text,
  textOrNull,
} from './shared.ts'

export const bookingReservationTypes = ['new', 'modified', 'details'] as const

export const BookingReservation = record({
  id: text("Booking.com's number of the booking.", { examples: ['4127733218'] }),
  hotel_id: hotelId(),
  status: text('In the words of Booking.com: `new`, `modified`, `cancelled`.', { examples: ['new'] }),
  date: dateOnlyOrNull('Day on which it was booked, as Booking.com tells it.'),
  time: textOrNull('Time of that, where it is told.', { examples: ['14:05:00'] }),
  customer: record(
    {
      first_name: textOrNull('First name.'),
      last_name: textOrNull('Last name.'),
      email: textOrNull('An address of the channel that leads to the guest.'),
      telephone: textOrNull('Telephone number.'),
      countrycode: textOrNull('Country, as Booking.com writes it.'),
      remarks: textOrNull('What the guest wants to be known.'),
    },
    { description: 'Who booked.' },
  ),
  room: Type.Array(
    record({
      id: roomId(),
      roomreservation_id: text("Booking.com's id of the booked room."),
      listing_id: idOrNull('The listing that the room is; null: it is not known here yet.'),
      arrival_date: dateOnlyOrNull('First night.'),
      departure_date: dateOnlyOrNull('Day of departure.'),
      numberofguests: integerOrNull('Adults and children.'),
      adults: integerOrNull('Adults.'),
      children: integerOrNull('Children.'),
      totalprice: numberOrNull('What the room costs.'),
      commission_amount: numberOrNull('What of it the channel keeps.'),
      currencycode: currencyOrNull('Currency of both.'),
      guest_name: textOrNull(
        'Who stays in the room; null where it is not told of this room, as of several booked at once.',
      ),
      meal_plan: textOrNull('Meals, in the words of Booking.com.', { examples: ['Breakfast is included'] }),
    }),
    { description: 'Booked rooms; of one that was called off there may be none.' },
  ),
  total_price: numberOrNull('Of all rooms; null where it is not told of each.'),
  commission_amount: numberOrNull('Of all rooms; null where it is not told of each.'),
  currency_code: currencyOrNull('Currency of both; null where rooms differ.'),
})
export type BookingReservation = Static<typeof BookingReservation>

/** Answer of `GET /v1/channels/booking/reservations`. */
export const BookingReservations = listOf(BookingReservation)
export type BookingReservations = Static<typeof BookingReservations>

/** Body of `POST /v1/channels/booking/reservations`. */
export const BookingAcknowledgeBody = Type.Object(
  {
    reservation_ids: Type.Array(
      Type.Union([
        Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
        Type.String({ minLength: 1, maxLength: 20, pattern: '^[^\\u0000]*$' }),
      ]),
      {
        minItems: 1,
        maxItems: 200,
        description: "Booking.com's numbers of the bookings.",
        examples: [['4127733218']],
      },
    ),
  },
  { additionalProperties: false },
)
export type BookingAcknowledgeBody = Static<typeof BookingAcknowledgeBody>

/** Answer of `POST /v1/channels/booking/reservations`. */
export const BookingAcknowledged = record({
  results: Type.Array(
    record({
      id: text("Booking.com's number of the booking."),
      hotel_id: hotelId(),
      status: oneOfStrings(['acknowledged', 'not_waiting', 'not_stored_yet'], {
        description:
          '`acknowledged`: it was in a queue and is not any more. `not_waiting`: it was in none, because it was acknowledged before. `not_stored_yet`: what is told of it is newer than what is stored here, so it stays in its queue; it is read and acknowledged by itself.',
      }),
    }),
    { description: 'One for each, in the order of the request.' },
  ),
  dryRun: Type.Optional(Type.Literal(true, { description: 'Only of a dry run: nothing was sent.' })),
})
export type BookingAcknowledged = Static<typeof BookingAcknowledged>
