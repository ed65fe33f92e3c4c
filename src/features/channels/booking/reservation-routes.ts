import { Type } from 'typebox'
import {
  BookingAcknowledgeBody,
  BookingAcknowledged,
  bookingReservationTypes,
  BookingReservations,
} from '../../../contract/channel-booking-reservations.ts'
import { oneOfStrings } from '../../../contract/fields.ts'
import { DryRun } from '../../../http/params/dry-run.ts'
import { route } from '../../route.ts'
import { acknowledgeBookings } from './acknowledge-bookings.ts'
import { callErrors } from './errors.ts'
import { HotelIdFilter } from './hotels.ts'
import { readBooking, readQueue } from './read-bookings.ts'

const tag = 'Booking'
const url = '/v1/channels/booking/reservations'
const errors = [...callErrors, 'not_found', 'listing_inactive', 'channel_not_supported'] as const

export const bookingReservationRoutes = [
  route({
    method: 'GET',
    url,
    id: 'listBookingReservations',
    family: 'reservations',
    // It names a whole property of Booking.com.
    ofListings: 'refused',
    tag,
    summary: 'List bookings that Booking.com waits to hand over',
    description:
      'Asked of Booking.com now. `new` and `modified` are its queues, of all connected properties or of one: what is in them was not acknowledged yet. This server reads them by itself and acknowledges what it has stored, so they are mostly empty. `details` is one booking by its number.',
    query: Type.Object(
      {
        type: Type.Optional(
          oneOfStrings(bookingReservationTypes, { description: 'What is asked for. Default `new`.' }),
        ),
        hotel_id: HotelIdFilter,
        reservation_id: Type.Optional(
          Type.String({
            minLength: 1,
            maxLength: 20,
            pattern: '^[^\\u0000]*$',
            description: "Booking.com's number of the booking; required with `details`.",
            examples: ['4127733218'],
          }),
        ),
      },
      { additionalProperties: false },
    ),
    reply: BookingReservations,
    errors: [...errors, 'invalid_type'],
    handle: async ({ services, scope, query, fail }) => {
      const { type = 'new', hotel_id: hotelId, reservation_id: id } = query
      if ((type === 'details') !== (id !== undefined)) {
        return fail(
          'invalid_params',
          '`reservation_id` is required with `details`, and goes with nothing else.',
          {
            field: 'reservation_id',
          },
        )
      }
      const data =
        type === 'details' && id !== undefined
          ? [await readBooking(services, scope, id, hotelId)]
          : await readQueue(services, scope, type === 'modified' ? 'modified' : 'new', hotelId)
      return { data, pagination: { nextCursor: null, hasMore: false, total: data.length } }
    },
  }),

  route({
    method: 'POST',
    url,
    id: 'acknowledgeBookingReservations',
    family: 'reservations',
    ofListings: 'refused',
    tag,
    summary: 'Acknowledge bookings of Booking.com',
    description:
      'Takes bookings out of the queues of Booking.com. It is hardly ever needed: what is stored here is acknowledged by itself. A booking is acknowledged only where it is stored as Booking.com tells it; otherwise it would be lost. Sent twice it does no harm.',
    query: DryRun,
    body: BookingAcknowledgeBody,
    reply: BookingAcknowledged,
    errors,
    handle: ({ services, scope, query, body }) =>
      acknowledgeBookings(services, scope, [...new Set(body.reservation_ids.map(String))], {
        dryRun: query.dry_run === true,
      }),
  }),
]
