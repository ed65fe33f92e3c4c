/** Callers set nights with these bodies. */
import { Type } from 'typebox'
import type { Static } from 'typebox'
import { flag, id, integer, record, text } from './fields.ts'

const digitString = Type.String({ pattern: '^[1-9][0-9]{0,17}$' })
// Larger JSON numbers are not exact, so another listing could be meant.
const wholeNumber = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })

/** PostgreSQL's calendar has no year 0. */
const night = Type.String({ format: 'date', pattern: '^(?!0000)', examples: ['2026-07-01'] })
const nights = (description: string) => Type.Integer({ minimum: 1, maximum: 1000, description })

const settings = {
  dates: Type.Array(night, {
    minItems: 1,
    maxItems: 731,
    description: 'The nights, each named by the date it begins on. All get the same settings.',
  }),
  available: Type.Optional(flag('Whether the nights can be booked.')),
  price: Type.Optional(
    Type.Number({
      minimum: 0,
      maximum: 1e9,
      description:
        "Price of one night in the listing's currency, with at most three decimals. Markups of channels come on top.",
    }),
  ),
  minNights: Type.Optional(nights('Shortest stay that may begin on these nights.')),
  maxNights: Type.Optional(nights('Longest stay that may begin on these nights.')),
}

/** Body of `PUT /v1/availability/{propertyId}`. */
export const AvailabilityBody = record(settings)
export type AvailabilityBody = Static<typeof AvailabilityBody>

/** Body of `PATCH /v1/availability/batch`. */
export const AvailabilityBatchBody = record({
  propertyIds: Type.Array(Type.Union([wholeNumber, digitString]), {
    minItems: 1,
    maxItems: 500,
    description: 'Properties to change, as numbers or digit strings.',
  }),
  ...settings,
})
export type AvailabilityBatchBody = Static<typeof AvailabilityBatchBody>

const count = (description: string) => integer(description, { minimum: 0 })

export const AvailabilityWritten = record({
  listingIds: Type.Array(id('Listing id.'), { description: 'Listings whose nights were set.' }),
  dates: count('How many nights were set on each of them.'),
  synced: record(
    {
      attempted: count('Listings whose nights are sent to a PMS.'),
      succeeded: count('Of these, how many show all of the nights in the PMS now.'),
      failed: count('Of these, how many have nights that the PMS refused or that could not be sent.'),
      authErrors: count('Of the failed ones, how many belong to an account that has to be connected again.'),
    },
    {
      description:
        'What became of it in the PMSs within the few seconds that the request waits. What is neither succeeded nor failed is still on its way; `GET /v1/listings/{id}/calendar-sync` tells the rest.',
    },
  ),
  warning: Type.Optional(text('What went wrong in a PMS; the nights are saved here all the same.')),
  dryRun: Type.Optional(Type.Literal(true, { description: 'Nothing was changed.' })),
})
export type AvailabilityWritten = Static<typeof AvailabilityWritten>
