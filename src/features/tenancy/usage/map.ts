/** Maps stored counts to the records of `/v1/usage`. Pure. */
import type { UsageSummary, UsageTier } from '../../../contract/usage.ts'
import { nextUtcMidnight } from '../../../http/limits/headers.ts'
import type { Principal } from '../../../http/route.ts'
import { addSteps, percentileOf } from './latencies.ts'
import type { OperationDay } from './queries.ts'
import { daysBetween, nextMonth, percent, remaining, type QuotaUsage } from './rules.ts'

export function toUsageTier(
  { plan, limits }: Pick<Principal, 'plan' | 'limits'>,
  used: QuotaUsage & { activeListings: number },
  now: Date,
): UsageTier {
  return {
    tier: plan,
    limits: { ...limits, dynamicPricingListings: null },
    used,
    remaining: {
      daily: remaining(limits.dailyRequests, used.daily),
      monthly: remaining(limits.monthlyRequests, used.monthly),
      dailyAi: remaining(limits.dailyAiRequests, used.dailyAi),
      activeListings: remaining(limits.activeListings, used.activeListings),
    },
    dailyResetsAt: nextUtcMidnight(now).toISOString(),
    resetsAt: nextMonth(now).toISOString(),
  }
}

interface UsageSum {
  requests: number
  errors: number
  latencyMs: number
}

const sumOf = (rows: readonly OperationDay[]): UsageSum => {
  const add = (name: 'requests' | 'errors' | 'latency_ms') =>
    rows.reduce((sum, row) => sum + Number(row[name]), 0)
  return { requests: add('requests'), errors: add('errors'), latencyMs: add('latency_ms') }
}

const stepsIn = (rows: readonly OperationDay[]) =>
  rows.reduce<number[]>((sum, { latencies }) => addSteps(sum, latencies), [])

const percentilesOf = (rows: readonly OperationDay[]) => {
  const steps = stepsIn(rows)
  return {
    p50LatencyMs: percentileOf(steps, 0.5),
    p95LatencyMs: percentileOf(steps, 0.95),
    p99LatencyMs: percentileOf(steps, 0.99),
  }
}

const average = ({ latencyMs, requests }: UsageSum) => (requests === 0 ? 0 : Math.round(latencyMs / requests))

export interface UsagePeriod {
  range: UsageSummary['range']
  first: string
  last: string
}

export function toUsageSummary(
  tier: UsageTier,
  rows: readonly OperationDay[],
  period: UsagePeriod,
): UsageSummary {
  const { dynamicPricingListings: _, ...limits } = tier.limits
  const byOperation = Map.groupBy(rows, (row) => row.operation_id)
  const byDay = Map.groupBy(rows, (row) => row.day)
  const total = sumOf(rows)
  const statuses = (name: 'status_2xx' | 'status_3xx' | 'status_4xx' | 'status_5xx') =>
    rows.reduce((sum, row) => sum + Number(row[name]), 0)
  return {
    tier: tier.tier,
    limits,
    used: tier.used,
    remaining: tier.remaining,
    dailyResetsAt: tier.dailyResetsAt,
    resetsAt: tier.resetsAt,
    breakdown: [...byOperation]
      .map(([operationId, ofOne]) => {
        const sum = sumOf(ofOne)
        return {
          operationId,
          requestCount: sum.requests,
          errorCount: sum.errors,
          errorRate: percent(sum.errors, sum.requests),
          avgLatencyMs: average(sum),
          ...percentilesOf(ofOne),
        }
      })
      .toSorted((a, b) => b.requestCount - a.requestCount || (a.operationId < b.operationId ? -1 : 1)),
    timeline: daysBetween(period.first, period.last).map((day) => {
      const sum = sumOf(byDay.get(day) ?? [])
      return { day, requestCount: sum.requests, errorCount: sum.errors }
    }),
    statusDistribution: {
      '2xx': statuses('status_2xx'),
      '3xx': statuses('status_3xx'),
      '4xx': statuses('status_4xx'),
      '5xx': statuses('status_5xx'),
    },
    totals: {
      requests: total.requests,
      errors: total.errors,
      avgLatencyMs: average(total),
      ...percentilesOf(rows),
    },
    range: period.range,
  }
}
