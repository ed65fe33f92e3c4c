import { Type } from 'typebox'
import type { Static } from 'typebox'
import { planNames } from './plans.ts'
import {
  dateOnly,
  integer,
  integerOrNull,
  nullable,
  number,
  oneOfStrings,
  record,
  text,
  timestamp,
} from './fields.ts'

const count = (description: string) => integer(description, { minimum: 0, examples: [120] })
const limit = (description: string) =>
  nullable(Type.Integer({ minimum: 0 }), { description: `${description} Null: unlimited.`, examples: [2000] })

const percentile = (share: string) =>
  integerOrNull(
    `${share} of the answers took no longer, in milliseconds, within a fifth; null for days that were counted by older versions alone.`,
    { minimum: 0, examples: [31] },
  )
const percentiles = {
  p50LatencyMs: percentile('Half'),
  p95LatencyMs: percentile('95 %'),
  p99LatencyMs: percentile('99 %'),
}

const tier = oneOfStrings(planNames, { description: 'The plan.' })
const requestLimits = {
  dailyRequests: limit('Requests in a UTC day.'),
  monthlyRequests: limit('Requests in a calendar month.'),
  dailyAiRequests: limit('AI operations in a UTC day.'),
  burstRequests: integer('Requests of one key in any 60 seconds.', { minimum: 1, examples: [600] }),
  activeListings: limit('Active listings.'),
}
export const UsedRequests = record(
  {
    daily: count('Requests today.'),
    monthly: count('Requests this month.'),
    dailyAi: count('AI operations today.'),
    activeListings: count('Listings that are active now.'),
  },
  { description: 'What was used.' },
)
export const RemainingRequests = record(
  {
    daily: limit('Left today.'),
    monthly: limit('Left this month.'),
    dailyAi: limit('AI operations left today.'),
    activeListings: limit('Listings that may still be switched on.'),
  },
  { description: 'What is left.' },
)
const resets = {
  dailyResetsAt: timestamp('The next midnight in UTC.', { examples: ['2026-05-15T00:00:00.000Z'] }),
  resetsAt: timestamp('The next beginning of a month.', { examples: ['2026-06-01T00:00:00.000Z'] }),
}

export const PlanLimits = record(
  { ...requestLimits, dynamicPricingListings: limit('Listings with dynamic pricing.') },
  { description: 'What the plan allows.' },
)

/** Answer of `GET /v1/usage/tier`. */
export const UsageTier = record({
  tier,
  limits: PlanLimits,
  used: UsedRequests,
  remaining: RemainingRequests,
  ...resets,
})
export type UsageTier = Static<typeof UsageTier>

export const usageRanges = ['7d', '30d', '90d'] as const

/** Answer of `GET /v1/usage/summary`. */
export const UsageSummary = record({
  tier,
  limits: record(requestLimits, { description: 'What the plan allows.' }),
  used: UsedRequests,
  remaining: RemainingRequests,
  ...resets,
  breakdown: Type.Array(
    record({
      operationId: text('The operation.', { examples: ['listReservations'] }),
      requestCount: count('Its requests.'),
      errorCount: count('Those answered with an error.'),
      errorRate: number('The same in percent.', { minimum: 0, examples: [2.5] }),
      avgLatencyMs: integer('Time to answer in milliseconds, on average.', { minimum: 0, examples: [12] }),
      ...percentiles,
    }),
    { description: 'By operation, the most used first.' },
  ),
  timeline: Type.Array(
    record({
      day: dateOnly('UTC day.'),
      requestCount: count('Requests of the day.'),
      errorCount: count('Those answered with an error.'),
    }),
    { description: 'By day, oldest first; days without requests are there too.' },
  ),
  statusDistribution: record(
    {
      '2xx': count('Answers from 200 to 299.'),
      '3xx': count('Answers from 300 to 399.'),
      '4xx': count('Answers from 400 to 499.'),
      '5xx': count('Answers from 500 to 599.'),
    },
    { description: 'By family of status.' },
  ),
  totals: record(
    {
      requests: count('All requests of the range.'),
      errors: count('Those answered with an error.'),
      avgLatencyMs: integer('Time to answer in milliseconds, on average.', { minimum: 0, examples: [12] }),
      ...percentiles,
    },
    { description: 'The whole range.' },
  ),
  range: oneOfStrings(usageRanges, { description: 'The range.' }),
})
export type UsageSummary = Static<typeof UsageSummary>
