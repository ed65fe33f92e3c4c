/** Every write to a channel listing takes and answers these. */
import { Type, type TSchema } from 'typebox'
import { flag, id, nullable, record, text } from '../fields.ts'

/** A field that is left out stays as it is; null clears it. */
export const words = (maxLength: number, description: string) =>
  Type.Optional(nullable(Type.String({ maxLength }), { description }))

/** A listing can have several links, so a request names one. */
export const LinkFilter = Type.Optional(
  Type.String({
    minLength: 1,
    maxLength: 60,
    pattern: '^[^\\u0000]*$',
    description:
      'Which Airbnb listing is meant, where the listing is on Airbnb more than once: `id` of the link, as mapping it answers (`listingAirbnbId`).',
    examples: ['31:53120044'],
  }),
)

/** `result` is the section as Airbnb shows it after the write. */
export const writtenOf = <S extends TSchema>(result: S) =>
  record({
    listingId: id('The listing.'),
    airbnbListingId: text('Id of the listing on Airbnb.', { examples: ['53120044'] }),
    written: Type.Array(Type.String(), {
      description: 'Fields of the request that Airbnb was read to show as they were sent.',
      examples: [['summary']],
    }),
    blockedFields: Type.Array(Type.String(), {
      description: 'Fields of the request that Airbnb took and does not show.',
    }),
    message: Type.Optional(text('What that means, where anything is blocked.')),
    fix: Type.Optional(text('What can be done about it.')),
    stored: flag(
      'Whether what Airbnb shows now was read and is kept here. False: it was written, and is read when it is asked for next.',
    ),
    result: Type.Union([result, Type.Null()], {
      description: 'The section as Airbnb shows it now; null where it was not read, as in a dry run.',
    }),
    dryRun: Type.Optional(
      Type.Literal(true, {
        description: 'Only of a dry run: everything was checked, nothing was sent.',
      }),
    ),
  })
