/** Says in words what recommendations lack. */
import type { ListingDemand } from './model/learn.ts'
import type { PastListingFacts } from './learnable-past.ts'

const fewSold = 30

export function warningsOf(facts: PastListingFacts, { evidence }: ListingDemand): string[] {
  const { stays, days, signal } = facts
  const isTimed = stays.some(({ lead }) => lead !== null)
  return [
    ...(evidence.sold < fewSold && evidence.neighbours === 0
      ? [
          `Only ${evidence.sold} sold nights are known, and no other listing of the place: recommendations lean on general experience.`,
        ]
      : []),
    ...(evidence.sold < fewSold && evidence.neighbours > 0
      ? [`Only ${evidence.sold} sold nights are known: most is taken from ${evidence.neighbours} neighbours.`]
      : []),
    ...(stays.length > 0 && !isTimed ? ['No stay says when it was booked: lead times are not its own.'] : []),
    ...(stays.length > 0 && days.length === 0
      ? [
          'Prices of past nights that nobody booked were not kept: they are taken to have been the prices the listing has now.',
        ]
      : []),
    ...signal.gaps,
  ]
}
