/** Sends one event a day when the daily quota is nearly used up. */
import type { EffectiveLimits, PlanName } from '../../../contract/plans.ts'
import { nextUtcMidnight } from '../../../http/limits/headers.ts'
import { appendEvents, openWrite } from '../../../platform/outbox.ts'
import { eventOf } from '../../../records/events.ts'
import type { Services } from '../../../services.ts'
import { claimWarning, topOperation, type DayTotal, type TopOperation } from './queries.ts'
import { isNearLimit, percent } from './rules.ts'

type QuotaWarningDeps = Pick<Services, 'db' | 'clock' | 'log'>

/** Returns the most called operation once the quota is near, because refusals name it. */
export async function warnOfQuota(
  { db, clock, log }: QuotaWarningDeps,
  total: DayTotal,
  { plan, limits }: { plan: PlanName; limits: EffectiveLimits },
): Promise<TopOperation | null> {
  const limit = limits.dailyRequests
  const used = Number(total.requests)
  if (limit === null || !isNearLimit(used, limit)) return null
  const scope = { workspaceId: total.workspace_id }
  const top = await topOperation(db, scope, total.day)
  if (total.warned_at !== null) return top
  const now = clock.now()
  const data = {
    scope: 'daily_requests' as const,
    tier: plan,
    used,
    limit,
    percentUsed: percent(used, limit),
    remaining: Math.max(0, limit - used),
    resetsAt: nextUtcMidnight(new Date(`${total.day}T00:00:00Z`)).toISOString(),
    topOperation: top && { ...top, sharePercent: percent(top.requestCount, used) },
    windowKey: total.day,
  }
  await db.transaction().execute(async (tx) => {
    const write = await openWrite(tx, scope, now)
    if (!(await claimWarning(tx, scope, total.day, now))) return
    await appendEvents(write, [eventOf('usage.quota.warning', { data })])
    log.info({ ...scope, used, limit }, 'the daily quota of requests is near')
  })
  return top
}
