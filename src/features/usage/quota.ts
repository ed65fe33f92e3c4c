/** Refusing requests that are more than the plan allows. */
import { nextUtcMidnight } from '../../http/hooks/headers.ts'
import type { CountedOperation } from '../../http/metering.ts'
import { ApiError } from '../../platform/api-error.ts'
import type { TopOperation } from './queries.ts'
import { nextMonth, percent, quotas, type Plan, type Used } from './rules.ts'

const isUsedUp = (limit: number | null, used: number): limit is number => limit !== null && used >= limit

const until = (at: Date, now: Date) => ({
  resets_at: at.toISOString(),
  retry_after: Math.max(1, Math.ceil((at.getTime() - now.getTime()) / 1000)),
})

export function assertWithinQuota(
  plan: Plan,
  used: Used,
  { operation, now, top }: { operation: CountedOperation; now: Date; top: TopOperation | null },
): void {
  const quota = quotas[plan]
  const of = { tier: plan }
  if (isUsedUp(quota.daily, used.daily)) {
    throw new ApiError(
      'daily_limit_exceeded',
      `The ${plan} plan allows ${quota.daily} requests in a UTC day.`,
      {
        ...of,
        scope: 'daily',
        used: used.daily,
        limit: quota.daily,
        ...until(nextUtcMidnight(now), now),
        ...(top
          ? {
              top_operation: {
                operation_id: top.operationId,
                share_percent: Math.min(100, percent(top.requestCount, used.daily)),
              },
            }
          : {}),
      },
    )
  }
  if (isUsedUp(quota.monthly, used.monthly)) {
    throw new ApiError(
      'rate_limit_exceeded',
      `The ${plan} plan allows ${quota.monthly} requests in a month.`,
      {
        ...of,
        scope: 'monthly',
        used: used.monthly,
        limit: quota.monthly,
        ...until(nextMonth(now), now),
      },
    )
  }
  if (operation.ai && isUsedUp(quota.dailyAi, used.dailyAi)) {
    throw new ApiError(
      'rate_limit_exceeded',
      `The ${plan} plan allows ${quota.dailyAi} AI operations in a UTC day.`,
      {
        ...of,
        scope: 'daily_ai',
        used: used.dailyAi,
        limit: quota.dailyAi,
        ...until(nextUtcMidnight(now), now),
      },
    )
  }
}
