/** What is left of the day's AI operations. */
import { nextUtcMidnight } from '../../../http/hooks/headers.ts'
import type { Principal } from '../../../http/route.ts'
import type { Queryable } from '../../../platform/tenant.ts'
import { usedThroughDay } from './queries.ts'
import { assertWithinQuota } from './quota.ts'
import { toUtcDay, remaining } from './rules.ts'

/** Throws what an AI operation would be answered once none is left. */
export async function readAiQuota(db: Queryable, principal: Principal, now: Date) {
  const { plan, limits } = principal
  const used = await usedThroughDay(db, principal, toUtcDay(now))
  // The other limits were looked at when the request was let in.
  const alone = { ...limits, dailyRequests: null, monthlyRequests: null }
  const operation = { id: 'getAgentQuota', ai: true, isSpared: false }
  assertWithinQuota({ plan, limits: alone, used }, { operation, now, top: null })
  return {
    used: used.dailyAi,
    limit: limits.dailyAiRequests,
    remaining: remaining(limits.dailyAiRequests, used.dailyAi),
    resetAt: nextUtcMidnight(now),
  }
}
