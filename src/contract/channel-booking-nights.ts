/** Rates and nights are shown as Booking.com has them. */
import { Type } from 'typebox'
import type { Static } from 'typebox'
import {
  currencyOrNull,
  dateOnly,
  flag,
  flagOrNull,
  id,
  integer,
  integerOrNull,
  number,
  oneOfStrings,
  record,
  text,
  textOrNull,
} from './fields.ts'

export const hotelId = () => text("Booking.com's id of the property.", { examples: ['8122001'] })
export const roomId = () => text("Booking.com's id of the room.", { examples: ['1030001'] })
export const rateId = () => text("Booking.com's id of the rate.", { examples: ['40123001'] })
/** A rate can follow another rate's prices. */
export const parentRateId = () =>
  textOrNull('The rate that it follows; null: it follows none, or Booking.com does not tell which.', {
    examples: ['40123001'],
  })
export const bookingPricingModels = ['standard', 'occupancy', 'length_of_stay'] as const
export const pricingModel = () =>
  oneOfStrings(bookingPricingModels, {
    description:
      '`standard`: a price for the room, and perhaps one for who comes alone. `occupancy`: a price for each number of guests. `length_of_stay`: prices are set in the extranet only.',
  })

export const BookingRatePrice = record({
  guests: integerOrNull('Number of guests; null: for the room, whoever comes.'),
  amount: number('Price of the night.'),
})

export const BookingRateNight = record({
  rateId: rateId(),
  closed: flagOrNull('Whether the rate is closed; null: not told, as with everything below.'),
  prices: Type.Array(BookingRatePrice, { description: 'Its prices, as far as they are told.' }),
  closedToArrival: flagOrNull('No stay may begin here.'),
  closedToDeparture: flagOrNull('No stay may end here.'),
  minStay: integerOrNull('Shortest stay of those that have the night.'),
  maxStay: integerOrNull('Longest stay of those that have the night.'),
  minStayArrival: integerOrNull('Shortest stay of those that begin here.'),
  maxStayArrival: integerOrNull('Longest stay of those that begin here.'),
})

export const BookingRoomNight = record({
  date: dateOnly('The night.'),
  roomsToSell: integerOrNull('Rooms left to sell; null: not told.'),
  booked: integerOrNull('Rooms that are booked.'),
  cancelled: integerOrNull('Rooms that were booked and called off.'),
  closed: flagOrNull('Whether the room is closed, whatever its rates say.'),
  rates: Type.Array(BookingRateNight, { description: 'Its rates; empty where only rooms are asked for.' }),
})
export type BookingRoomNight = Static<typeof BookingRoomNight>

/** Answer of `GET /v1/channels/booking/availability`. */
export const BookingAvailability = record({
  hotelId: hotelId(),
  currency: currencyOrNull('Currency of every price.'),
  startDate: dateOnly('First night.'),
  numberOfDays: integer('Nights that are shown.'),
  roomLevel: flag('Whether rates were left out.'),
  rooms: Type.Array(
    record({
      roomId: roomId(),
      listingId: id('The listing that the room is.'),
      name: text('Its name here.'),
      nights: Type.Array(BookingRoomNight, { description: 'Night by night, as Booking.com has them now.' }),
    }),
    { description: 'Rooms of the property whose listings are active.' },
  ),
})
export type BookingAvailability = Static<typeof BookingAvailability>

/** Answer of `GET /v1/channels/booking/listings/{id}/pricing`. */
export const BookingPricing = record({
  hotelId: hotelId(),
  listingId: id('The listing.'),
  otherHotelIds: Type.Array(Type.String(), { description: 'Other properties that it is at.' }),
  currency: currencyOrNull('Currency of every price.'),
  startDate: dateOnly('First night.'),
  numberOfDays: integer('Nights that are shown.'),
  rooms: Type.Array(
    record({
      roomId: roomId(),
      pricingModel: pricingModel(),
      rates: Type.Array(
        record({
          rateId: rateId(),
          rateName: text('Its name.'),
          maxPersons: integerOrNull('For how many guests at most; null: not told.'),
          isChildRate: flag('Its prices follow those of another.'),
          parentRateId: parentRateId(),
          isReadOnly: flag('Nothing of it can be set.'),
        }),
        { description: 'What the room is sold as.' },
      ),
      nights: Type.Array(BookingRoomNight, { description: 'Night by night, as Booking.com has them now.' }),
    }),
    { description: 'The rooms of the property that are the listing.' },
  ),
})
export type BookingPricing = Static<typeof BookingPricing>
