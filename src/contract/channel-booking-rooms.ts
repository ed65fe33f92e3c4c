/** A property's rooms at Booking.com list the rates they are sold at. */
import { Type } from 'typebox'
import type { Static } from 'typebox'
import { bookingPricingModels, hotelId, parentRateId, rateId, roomId } from './channel-booking-nights.ts'
import {
  flag,
  id,
  idOrNull,
  integerOrNull,
  nullable,
  oneOfStrings,
  record,
  text,
  textOrNull,
} from './fields.ts'

export const BookingRate = record({
  rateId: rateId(),
  rateName: text('Its name.'),
  policy: textOrNull('What is paid back of a stay that is called off, as Booking.com says it.'),
  policyId: textOrNull("Booking.com's id of that."),
  maxPersons: integerOrNull('For how many guests at most; null: not told.'),
  pricingType: nullable(
    oneOfStrings([...bookingPricingModels, 'derived'], {
      description:
        '`derived`: its prices follow those of another rate. Otherwise as the property has its prices.',
    }),
    { description: 'How its prices are made; null: not told.' },
  ),
  isChildRate: flag('Its prices follow those of another.'),
  parentRateId: parentRateId(),
  isReadOnly: flag('Nothing of it can be set.'),
})
export type BookingRate = Static<typeof BookingRate>

/** Answer of `GET /v1/channels/booking/properties/{listingId}/rooms`. */
export const BookingRooms = record({
  hotelId: hotelId(),
  listingId: id('The listing.'),
  otherHotelIds: Type.Array(Type.String(), { description: 'Other properties that it is at.' }),
  source: oneOfStrings(['booking', 'mirror'], {
    description:
      '`booking`: read from Booking.com now. `mirror`: it could not be asked, so what was read last is told, without rates.',
  }),
  mirrorReason: textOrNull('The code of the error that asking ended with; null: it was asked.', {
    examples: ['booking_rate_limited'],
  }),
  rooms: Type.Array(
    record({
      roomId: roomId(),
      roomName: text('Its name.'),
      listingId: idOrNull('The listing that the room is; null: it is not known here yet.'),
      maxAdults: integerOrNull('For how many guests it is at most; null: not told.'),
      rates: Type.Array(BookingRate, { description: 'What it is sold as; empty in a mirror.' }),
    }),
    { description: 'Rooms of the property, but for those whose listings are inactive.' },
  ),
})
export type BookingRooms = Static<typeof BookingRooms>
