/** A listing can be taken off Booking.com and put back. */
import { Type } from 'typebox'
import type { Static } from 'typebox'
import { hotelId, roomId } from './channel-booking-nights.ts'
import { flag, id, integer, oneOfStrings, record, text } from './fields.ts'

export const bookingPropertyActions = ['unlist', 'relist'] as const

/** Body of `POST /v1/channels/booking/properties/{listingId}`. */
export const BookingPropertyBody = Type.Object(
  {
    action: text('`unlist`: nothing of it is sold there. `relist`: it is sold there as the calendar says.', {
      examples: ['unlist'],
    }),
    hotelId: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 20,
        pattern: '^[^\\u0000]*$',
        description: "Booking.com's id of the property, where the listing is at several.",
        examples: ['8122001'],
      }),
    ),
  },
  { additionalProperties: false },
)
export type BookingPropertyBody = Static<typeof BookingPropertyBody>

export const BookingPropertyListed = record({
  listingId: id('The listing.'),
  channel: Type.Literal('booking', { description: 'Always `booking`.' }),
  action: oneOfStrings(bookingPropertyActions, { description: 'What was asked for.' }),
  hotelId: hotelId(),
  roomBookingId: roomId(),
  selling: flag('Whether it is to be sold there from now on.'),
  verified: flag('Whether every night was read back from Booking.com since, and shows it.'),
  pendingNights: integer(
    'Nights of which that is not known yet. They are written and read back by themselves.',
    {
      minimum: 0,
    },
  ),
  dryRun: Type.Optional(Type.Literal(true, { description: 'Only of a dry run: nothing was changed.' })),
})
export type BookingPropertyListed = Static<typeof BookingPropertyListed>
