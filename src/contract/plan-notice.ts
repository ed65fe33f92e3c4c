/** Every answer carries this notice while a plan holds listings back. */
import type { Static } from 'typebox'
import { integer, link, oneOfStrings, record, text } from './fields.ts'

export const PlanNotice = record(
  {
    code: oneOfStrings(['listings_held_back'], { description: 'What the notice is about.' }),
    listingsHeldBack: integer('Listings that were read and are not active because the plan has no room.', {
      minimum: 1,
      examples: [4],
    }),
    activeListingLimit: integer('Listings that may be active.', { minimum: 0, examples: [3] }),
    message: text('What happened, for a person to read.'),
    fix: text('The way out.'),
    billingUrl: link('Where a larger plan is to be had.'),
  },
  {
    description: 'Listings are held back by the plan. In every answer that is a JSON object, until none is.',
  },
)
export type PlanNotice = Static<typeof PlanNotice>
