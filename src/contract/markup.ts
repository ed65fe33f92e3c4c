import { Type } from 'typebox'
import type { Static } from 'typebox'
import { id, numberOrNull, record, text } from './fields.ts'

const markupPercent = numberOrNull(
  "Percent added to the listing's own price on the channel: 35 is 35 percent more. Null when there is none.",
)

export const AirbnbMarkup = record({
  airbnbId: text('Id of the listing on Airbnb.'),
  markupPercent,
})
export type AirbnbMarkup = Static<typeof AirbnbMarkup>

export const BookingMarkup = record({
  hotelId: text('Id of the property on Booking.com.'),
  markupPercent,
  listingIds: Type.Array(id('Listing id.'), {
    description: 'Every listing on that property; they share the markup.',
  }),
})
export type BookingMarkup = Static<typeof BookingMarkup>

/** `GET /v1/listings/{id}/markups`. */
export const Markups = record({
  id: id('Id of the listing.'),
  airbnb: Type.Array(AirbnbMarkup),
  booking: Type.Array(BookingMarkup),
})
export type Markups = Static<typeof Markups>
