/** A workspace's quotas: how much is left, and refusing what exceeds them. Pure. */
import type { LimitName, EffectiveLimits, PlanName } from '../../../contract/plans.ts'
import { nextUtcMidnight } from '../../../http/limits/headers.ts'
import type { CountedOperation, Quota } from '../../../http/metering.ts'
import { ApiError } from '../../../platform/api-error.ts'
import type { TopOperation } from './queries.ts'
import { dayMs, nextMonth, percent, startOfMonth, type QuotaUsage } from './rules.ts'

interface QuotaWindow {
  /** The scope as a refusal names it. */
  scope: 'daily' | 'monthly' | 'daily_ai'
  limit: LimitName
  used: keyof QuotaUsage
  what: string
  code: 'daily_limit_exceeded' | 'rate_limit_exceeded'
  /** Counts AI operations only. */
  ai?: true
}

/** Checked in this order; the first exceeded quota is reported. */
const windows: readonly QuotaWindow[] = [
  {
    scope: 'daily',
    limit: 'dailyRequests',
    used: 'daily',
    what: 'requests in a UTC day',
    code: 'daily_limit_exceeded',
  },
  {
    scope: 'monthly',
    limit: 'monthlyRequests',
    used: 'monthly',
    what: 'requests in a month',
    code: 'rate_limit_exceeded',
  },
  {
    scope: 'daily_ai',
    limit: 'dailyAiRequests',
    used: 'dailyAi',
    what: 'AI operations in a UTC day',
    code: 'rate_limit_exceeded',
    ai: true,
  },
]

const endOf = ({ scope }: QuotaWindow, now: Date) =>
  scope === 'monthly' ? nextMonth(now) : nextUtcMidnight(now)
const lengthOf = ({ scope }: QuotaWindow, now: Date) =>
  scope === 'monthly' ? nextMonth(now).getTime() - startOfMonth(now).getTime() : dayMs
const secondsUntil = (at: Date, now: Date) => Math.max(1, Math.ceil((at.getTime() - now.getTime()) / 1000))

export const isUnlimited = (limits: EffectiveLimits): boolean =>
  windows.every(({ limit }) => limits[limit] === null)

export const isDaySpent = ({ dailyRequests }: EffectiveLimits, { daily }: QuotaUsage): boolean =>
  dailyRequests !== null && daily >= dailyRequests

/** The remaining amount of every quota that has a limit. */
export function listQuotas(limits: EffectiveLimits, used: QuotaUsage, now: Date): Quota[] {
  return windows.flatMap((window) => {
    const limit = limits[window.limit]
    if (limit === null) return []
    const remaining = Math.max(0, limit - used[window.used])
    const windowSeconds = lengthOf(window, now) / 1000
    return [
      {
        name: window.scope,
        limit,
        remaining,
        windowSeconds,
        resetSeconds: secondsUntil(endOf(window, now), now),
      },
    ]
  })
}

export function assertWithinQuota(
  { plan, limits, used }: { plan: PlanName; limits: EffectiveLimits; used: QuotaUsage },
  { operation, now, top }: { operation: CountedOperation; now: Date; top: TopOperation | null },
): void {
  for (const window of windows) {
    const limit = limits[window.limit]
    const count = used[window.used]
    if (limit === null || count < limit || (window.ai && !operation.ai)) continue
    const end = endOf(window, now)
    throw new ApiError(window.code, `This workspace may make ${limit} ${window.what}; they are used up.`, {
      tier: plan,
      scope: window.scope,
      used: count,
      limit,
      resets_at: end.toISOString(),
      retry_after: secondsUntil(end, now),
      ...(window.scope === 'daily' && top ? { top_operation: shareOf(top, count) } : {}),
    })
  }
}

const shareOf = (top: TopOperation, of: number) => ({
  operation_id: top.operationId,
  share_percent: Math.min(100, percent(top.requestCount, of)),
})
