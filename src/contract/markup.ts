import { Type } from 'typebox'
import type { Static } from 'typebox'
import { flag, id, nullable, numberOrNull, oneOfStrings, record, text } from './fields.ts'

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

export const VrboMarkup = record({
  vrboId: text('What Vrbo calls the listing.'),
  markupPercent,
})
export type VrboMarkup = Static<typeof VrboMarkup>

/** Answer of `GET /v1/listings/{id}/markups`. */
export const Markups = record({
  id: id('Id of the listing.'),
  airbnb: Type.Array(AirbnbMarkup),
  booking: Type.Array(BookingMarkup),
  vrbo: Type.Array(VrboMarkup),
})
export type Markups = Static<typeof Markups>

export const markupChannels = ['airbnb', 'booking', 'vrbo'] as const

/** Body of `PUT /v1/listings/{id}/markups`. */
export const MarkupBody = record({
  channel: oneOfStrings(markupChannels, { description: 'The channel the markup is for.' }),
  markupPercent: nullable(Type.Number({ minimum: 0, exclusiveMaximum: 100 }), {
    description:
      'Percent on top: 15 is 15 percent more; null removes the markup. A value between 0 and 1 is refused, because it is most likely a fraction.',
    examples: [15],
  }),
  hotelId: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 100,
      description: 'Property on Booking.com; needed when the listing is on several.',
    }),
  ),
})
export type MarkupBody = Static<typeof MarkupBody>

export const MarkupWritten = record({
  id: id('Id of the listing.'),
  channel: oneOfStrings(markupChannels, { description: 'The channel.' }),
  markupPercent,
  changed: flag('False: it was so already.'),
  hotelId: Type.Optional(text('Property on Booking.com.')),
  affectedListingIds: Type.Array(id('Listing id.'), {
    description: 'Listings the markup holds for: on Booking.com every listing on the property.',
  }),
  pricesResent: flag(
    'Whether prices are being sent to the channel again. False where nothing changed, and where this server has no connection to the channel itself.',
  ),
  dryRun: Type.Optional(Type.Literal(true, { description: 'Nothing was changed.' })),
})
export type MarkupWritten = Static<typeof MarkupWritten>
