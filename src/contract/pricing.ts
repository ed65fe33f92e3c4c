/** Hosts accept or reject recommended prices with these. */
import { Type } from 'typebox'
import type { Static } from 'typebox'
import { bodyId, stayDate } from './body-fields.ts'
import {
  currency,
  currencyOrNull,
  dateOnly,
  id,
  idOrNull,
  integer,
  nullable,
  number,
  numberOrNull,
  oneOfStrings,
  record,
  text,
  textOrNull,
  timestamp,
  timestampOrNull,
} from './fields.ts'

export const recommendationStatuses = ['pending', 'applied', 'declined'] as const
export const historyStatuses = [...recommendationStatuses, 'overridden'] as const
const status = (description: string) => oneOfStrings(recommendationStatuses, { description })

const amount = (description: string) => number(description, { minimum: 0, examples: [128] })
const amountOrNull = (description: string) =>
  nullable(Type.Number({ minimum: 0 }), { description, examples: [118] })
const share = (description: string) => number(description, { minimum: 0, maximum: 1, examples: [0.62] })

export const PriceFactor = record({
  amount: Type.String({
    pattern: '^-?[0-9]+(\\.[0-9]+)?$',
    description: 'What it adds to the price, as exact decimal text; negative where it lowers it.',
    examples: ['12.50'],
  }),
  reason: text('Why, in words.', { examples: ['Time of the year: +24 % requests.'] }),
})

export const PriceFactors = Type.Unsafe<Record<string, Static<typeof PriceFactor>>>({
  type: 'object',
  additionalProperties: PriceFactor,
  description:
    'The steps from the usual price (`base`) to the recommended one, in the order in which they were taken. Their amounts add up to it exactly; a step that changes nothing is left out.',
  examples: [
    {
      base: { amount: '118.00', reason: 'The usual price of the listing.' },
      season: { amount: '10.00', reason: 'Time of the year: +24 % requests.' },
    },
  ],
})

export const PriceRecommendation = record({
  date: dateOnly('The night, by the date it begins on.'),
  currentPrice: amountOrNull('What the calendar asks now; null: it has no price.'),
  recommendedPrice: amount('What is recommended.'),
  minPrice: amountOrNull('Least price of the strategy.'),
  maxPrice: amountOrNull('Highest price of the strategy.'),
  currency: currency('Currency of the listing; of every amount here.'),
  confidence: share(
    'How sure the recommendation is: 1 less the relative error of the price, as far as it is known, and less where few sales are known.',
  ),
  bookingProbability: share('That the night is booked before it begins if the recommended price stays.'),
  expectedRevenue: amount('What the night is expected to bring at that price.'),
  factors: PriceFactors,
  status: status('`pending` until it is applied or declined.'),
  modelVersion: text('Version of the model.', { examples: ['demand-1'] }),
  generatedAt: timestamp('When it was computed.'),
})
export type PriceRecommendation = Static<typeof PriceRecommendation>

const MonthOutlook = record({
  month: Type.String({ pattern: '^[0-9]{4}-[0-9]{2}$', description: 'The month.', examples: ['2026-07'] }),
  soldNights: integer('Nights that are sold.', { minimum: 0 }),
  openNights: integer('Nights that can still be had.', { minimum: 0 }),
  bookedRevenue: amount('What is sold brings, without cleaning and other fees where they are known apart.'),
  expectedRevenue: amount('That, and what the open nights are expected to bring at the recommended prices.'),
  expectedOccupancyPct: number('Sold and expected nights in percent of those that can be sold.', {
    minimum: 0,
  }),
  targetMonthlyRevenue: amountOrNull('Of the strategy.'),
  ownerMinMonthlyPayout: amountOrNull('Of the strategy.'),
})

/** Answer of `GET /v1/listings/{id}/pricing`. */
export const ListingPricing = record({
  listingId: id('The listing.'),
  dateRange: record({
    start: dateOnly('First night that was asked for.'),
    end: dateOnly('Last night that was asked for.', { examples: ['2026-08-12'] }),
  }),
  recommendations: Type.Array(PriceRecommendation, {
    description: 'Open nights in order. Nights that are sold or closed have none.',
  }),
  listing: Type.Optional(
    record({
      aiBasePrice: amountOrNull('What an ordinary night of it should cost, by the model.'),
      aiBasePriceFactors: nullable(
        record({
          usualPrice: amount('What nights of it cost in the middle, over the last year.'),
          requestsPerNight: number('Requests an ordinary night gets at the usual price.'),
          priceSensitivity: number('Percent of guests who turn away for each percent more.'),
          ownNights: integer('Nights of this listing that were learnt from.'),
          soldNights: integer('Of them, nights that were sold.'),
          neighbours: integer('Other listings it borrows from.'),
        }),
        { description: 'What the model believes of it.' },
      ),
      qualityTier: textOrNull('Budget, standard, upscale or luxury, where the market is known.'),
      segment: textOrNull('What kind of home it is, as far as it says.'),
      currency: currencyOrNull('Its currency.'),
    }),
  ),
  compSummary: Type.Optional(
    record({
      count: integer('Comparable homes with a price.', { minimum: 0 }),
      avgPrice: numberOrNull('Average of their prices of a night.'),
      minPrice: numberOrNull('The least.'),
      maxPrice: numberOrNull('The highest.'),
    }),
  ),
  attribution: Type.Optional(
    Type.String({
      description:
        'Whose market data the prices use, under which licence and of which day; left out where none is.',
    }),
  ),
  outlook: Type.Array(MonthOutlook, { description: 'Months from this one on.' }),
  warnings: Type.Array(Type.String(), {
    description: 'What the recommendations lack: data that is thin or missing.',
  }),
})
export type ListingPricing = Static<typeof ListingPricing>

const dates = Type.Array(stayDate('A night.'), {
  minItems: 1,
  maxItems: 366,
  description: 'The nights, each named by the date it begins on.',
})
export const pricingActions = ['apply', 'decline'] as const
const action = oneOfStrings(pricingActions, {
  description:
    '`apply` writes the recommended prices into the calendar, which goes to the PMS and the channels; `decline` keeps the prices as they are.',
})

export const done = Type.Literal(true, { description: 'It is done.' })

/** Body of `POST /v1/listings/{id}/pricing`. */
export const PricingDecisionBody = record({ dates, action })
export type PricingDecisionBody = Static<typeof PricingDecisionBody>

export const PricingDecided = record({
  ok: done,
  applied: Type.Optional(integer('Nights whose price was set.', { minimum: 0 })),
  declined: Type.Optional(integer('Nights whose recommendation was declined.', { minimum: 0 })),
})
export type PricingDecided = Static<typeof PricingDecided>

export const mostBulkItems = 500
/** Body of `POST /v1/listings/pricing/bulk`. */
export const PricingBulkBody = record({
  action,
  items: Type.Array(record({ listingId: bodyId('A listing.'), dates }), {
    minItems: 1,
    maxItems: mostBulkItems,
  }),
})
export type PricingBulkBody = Static<typeof PricingBulkBody>

export const bulkErrorCodes = [
  'not_owned',
  'no_pending_recommendations',
  'calendar_update_failed',
  'internal_error',
] as const
export const PricingBulkResult = record({
  processed: integer('Items that were looked at.', { minimum: 0 }),
  succeeded: integer('Items of which at least one night was decided.', { minimum: 0 }),
  failed: Type.Array(
    record({
      listingId: id('The listing.'),
      dates: Type.Array(dateOnly('A night of the item.')),
      errorCode: oneOfStrings(bulkErrorCodes, { description: 'Why.' }),
      error: text('The same in words.'),
    }),
  ),
})
export type PricingBulkResult = Static<typeof PricingBulkResult>

/** `GET /v1/listings/{id}/pricing/history` lists these rows. */
export const PricingHistoryRow = record({
  date: dateOnly('The night.'),
  recommendedRate: amount('What was recommended last.'),
  appliedRate: amountOrNull('What the calendar was given; null: nothing.'),
  status: oneOfStrings(historyStatuses, { description: 'What became of it.' }),
  recommendationFactors: PriceFactors,
  appliedAt: timestampOrNull('When it was applied.'),
  appliedBy: textOrNull('Who applied it: `auto`, or the key or member.', { examples: ['key:12'] }),
})
export type PricingHistoryRow = Static<typeof PricingHistoryRow>

export const priceStrategyId = idOrNull('Id of the strategy; null while it is the default.')
