import { nextUtcMidnight } from '../../../http/limits/headers.ts'
import type { Principal } from '../../../http/route.ts'
import type { Queryable } from '../../../platform/tenant.ts'
import { usedThroughDay } from './queries.ts'
import { assertWithinQuota } from './quota.ts'
import { toUtcDay, remaining } from './rules.ts'

/** Throws the error that an AI operation gets once the day's quota is used up. */
export async function readAiQuota(db: Queryable, principal: Principal, now: Date) {
  const { plan, limits } = principal
  const used = await usedThroughDay(db, principal, toUtcDay(now))
  // The request hook has already checked the other limits.
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
