/** Publishing sends a listing's stored content to its property at Booking.com. */
import { Type, type Static } from 'typebox'
import { flag, id, oneOfStrings, record, text } from './fields.ts'

export const bookingSections = ['description', 'photos'] as const
export type BookingSection = (typeof bookingSections)[number]

export const BookingPublishBody = record({
  hotelId: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 20,
      pattern: '^[^\\u0000]*$',
      description: "Booking.com's id of the property, where the listing is at several.",
      examples: ['8122001'],
    }),
  ),
})

const section = oneOfStrings(bookingSections, { description: 'Section.' })

export const BookingPublishResult = record(
  {
    published: flag('Whether Booking.com took everything that is to be sent of it.'),
    sections: Type.Array(section, { description: 'Sections that Booking.com took.' }),
    errors: Type.Array(
      record({
        section,
        message: text('What is wrong with it.'),
        code: oneOfStrings(['no_content', 'rejected'], {
          description:
            '`no_content`: nothing is known of it here. `rejected`: refused by Booking.com, or the property’s to say and not the room’s.',
        }),
      }),
      { description: 'Sections that did not get there.' },
    ),
    reason: Type.Optional(text('Why it is not published.')),
    hotelId: Type.Optional(text("Booking.com's id of the property.", { examples: ['8122001'] })),
  },
  { description: 'What became of it. A part can be there and another not; nothing is taken back.' },
)
export type BookingPublishResult = Static<typeof BookingPublishResult>

export const BookingPublished = record({
  listingId: id('The listing.'),
  channel: Type.Literal('booking', { description: 'The channel.' }),
  result: BookingPublishResult,
  dryRun: Type.Optional(Type.Literal(true, { description: 'Only of a dry run: nothing was sent.' })),
})
