/** A strategy says how a host wants prices to be made. */
import { Type } from 'typebox'
import type { Static } from 'typebox'
import { flag, id, nullable, oneOfStrings, record } from './fields.ts'
import { done, priceStrategyId } from './pricing.ts'

export const pricingModes = ['recommend', 'auto'] as const
export const compPositions = ['below', 'match', 'above'] as const
export const weekdayNames = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const

const price = (description: string) =>
  nullable(Type.Number({ minimum: 0, maximum: 1e9 }), { description, examples: [90] })
const percent = (minimum: number, maximum: number, description: string) =>
  Type.Number({ minimum, maximum, description })
const percentOrNull = (minimum: number, maximum: number, description: string) =>
  nullable(Type.Number({ minimum, maximum }), { description })

const multiplier = (day: string) =>
  Type.Optional(
    Type.Number({
      minimum: 0.2,
      maximum: 5,
      description: `Of nights that begin on a ${day}.`,
      examples: [1.1],
    }),
  )

export const DayOfWeekMultipliers = record(
  {
    monday: multiplier('Monday'),
    tuesday: multiplier('Tuesday'),
    wednesday: multiplier('Wednesday'),
    thursday: multiplier('Thursday'),
    friday: multiplier('Friday'),
    saturday: multiplier('Saturday'),
    sunday: multiplier('Sunday'),
  },
  { description: 'Prices of these days are multiplied.' },
)

const settings = {
  mode: oneOfStrings(pricingModes, {
    description:
      '`auto`: recommendations are applied every night, within the bounds below. `recommend`: when somebody says so.',
  }),
  minPrice: price('No recommendation is below it; null: half of the usual price.'),
  maxPrice: price('No recommendation is above it; null: two and a half times the usual price.'),
  maxDailyChangePct: percent(
    1,
    100,
    'How far a recommendation may be from the price of the night now, in percent.',
  ),
  weekendMarkupPct: percentOrNull(
    -50,
    200,
    'On top of weekend nights, in percent. The demand of weekends is in the price already.',
  ),
  dayOfWeekMultipliers: DayOfWeekMultipliers,
  targetOccupancyPct: percentOrNull(
    1,
    100,
    'Months that are expected to stay below it are priced up to a fifth lower.',
  ),
  targetMonthlyRevenue: price(
    'What a month should bring. Prices bring the most that can be expected without it; `outlook` compares.',
  ),
  ownerMinMonthlyPayout: price(
    'What the owner has to get of a month: no night is recommended for less than would reach it if all were sold, up to 30 % above the best price.',
  ),
  compPositionTarget: oneOfStrings(compPositions, { description: 'Where to be among comparable homes.' }),
  compAdjustPct: percent(-30, 30, 'And that many percent from there.'),
  eventBoostEnabled: flag('Whether events raise prices.'),
  eventBoostMaxPct: percent(0, 200, 'By how much at most, in percent.'),
}

/** Answer of `GET /v1/listings/{id}/pricing/strategy`. */
export const PricingStrategy = record({
  id: priceStrategyId,
  listingId: id('The listing.'),
  customerId: id('The workspace.'),
  ...settings,
  isDefault: flag('Whether nothing was ever set for this listing.'),
})
export type PricingStrategy = Static<typeof PricingStrategy>

/** Body of `PUT /v1/listings/{id}/pricing/strategy`: fields left out stay as they are. */
export const PricingStrategyBody = Type.Partial(record(settings), { additionalProperties: false })
export type PricingStrategyBody = Static<typeof PricingStrategyBody>

export const PricingStrategyWritten = record({ ok: done })
