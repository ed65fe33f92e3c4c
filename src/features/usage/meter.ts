/**
 * Counts requests in memory and writes them down in batches, so that no request waits for it. What other processes counted
 * is known a few seconds late; what this one let in counts at once.
 */
import type { CountedOperation, Metering, Seen } from '../../http/metering.ts'
import { nextUtcMidnight } from '../../http/hooks/headers.ts'
import type { Principal } from '../../http/route.ts'
import type { Services } from '../../services.ts'
import { addUsage, type Counted, type DayTotal, type TopOperation } from './queries.ts'
import { assertWithinQuota } from './quota.ts'
import { dayOf, monthOf, quotas, remaining, type Plan, type Used } from './rules.ts'
import { warnOfQuota } from './warning.ts'

/** What is known of a workspace's day. */
interface Known {
  day: string
  plan: Plan
  /** Written down, by whomever. */
  stored: Used
  /** Let in here and not written down yet. */
  open: { requests: number; ai: number }
  top: TopOperation | null
}

export interface Meter extends Metering {
  /** Writes down what was counted. Called every few seconds and at the end. */
  flush(): Promise<void>
}

const none = (): Used => ({ daily: 0, monthly: 0, dailyAi: 0 })

type Needed = Pick<Services, 'db' | 'clock' | 'log'>

/** What is not written down yet: a row for each workspace, day and operation. */
function createCounts() {
  let counted = new Map<string, Counted>()
  function add(row: Counted): void {
    const key = `${row.workspaceId} ${row.day} ${row.operationId}`
    const sum = counted.get(key)
    if (!sum) return void counted.set(key, row)
    sum.requests += row.requests
    sum.ai += row.ai
    sum.errors += row.errors
    sum.latencyMs += row.latencyMs
    row.statuses.forEach((count, index) => (sum.statuses[index] = (sum.statuses[index] ?? 0) + count))
  }
  return {
    add,
    take(): Counted[] {
      const rows = [...counted.values()]
      counted = new Map()
      return rows
    },
  }
}

export function createMeter(services: Needed): Meter {
  const known = new Map<string, Known>()
  const counts = createCounts()
  let writing: Promise<void> = Promise.resolve()

  function knownOf(principal: Principal, now: Date): Known {
    const day = dayOf(now)
    const old = known.get(principal.workspaceId)
    if (old?.day === day) return Object.assign(old, { plan: principal.plan })
    const sameMonth = old !== undefined && monthOf(old.day) === monthOf(day)
    const monthly = sameMonth ? old.stored.monthly + old.open.requests : 0
    const fresh: Known = {
      day,
      plan: principal.plan,
      stored: { ...none(), monthly },
      open: { requests: 0, ai: 0 },
      top: null,
    }
    known.set(principal.workspaceId, fresh)
    return fresh
  }

  const usedBy = ({ stored, open }: Known): Used => ({
    daily: stored.daily + open.requests,
    monthly: stored.monthly + open.requests,
    dailyAi: stored.dailyAi + open.ai,
  })

  function learn(total: DayTotal, rows: readonly Counted[]): void {
    const of = known.get(total.workspace_id)
    if (of?.day !== total.day) return
    of.stored = {
      daily: Number(total.requests),
      monthly: Number(total.monthly),
      dailyAi: Number(total.ai_requests),
    }
    for (const row of rows) {
      if (row.workspaceId !== total.workspace_id || row.day !== total.day) continue
      of.open.requests -= row.requests
      of.open.ai -= row.ai
    }
  }

  async function write(): Promise<void> {
    const rows = counts.take()
    if (rows.length === 0) return
    let totals: DayTotal[]
    try {
      totals = await addUsage(services.db, rows)
    } catch (error) {
      for (const row of rows) counts.add(row)
      throw error
    }
    for (const total of totals) {
      learn(total, rows)
      const of = known.get(total.workspace_id)
      if (of?.day === total.day) of.top = (await warnOfQuota(services, total, of.plan)) ?? of.top
    }
  }

  return {
    admit(principal: Principal, operation: CountedOperation, now: Date) {
      const of = knownOf(principal, now)
      if (!operation.isSpared) assertWithinQuota(of.plan, usedBy(of), { operation, now, top: of.top })
      of.open.requests += 1
      if (operation.ai) of.open.ai += 1
    },
    headers(principal: Principal, now: Date): Record<string, string> {
      const { daily } = quotas[principal.plan]
      if (daily === null) return {}
      const left = remaining(daily, usedBy(knownOf(principal, now)).daily)
      return {
        'x-ratelimit-limit-daily': String(daily),
        'x-ratelimit-remaining-daily': String(left),
        'x-ratelimit-reset-daily': nextUtcMidnight(now).toISOString(),
      }
    },
    seen(principal: Principal, { operation, at, status, ms }: Seen) {
      const statuses: Counted['statuses'] = [0, 0, 0, 0]
      const family = Math.min(5, Math.max(2, Math.floor(status / 100))) - 2
      statuses[family] = 1
      counts.add({
        workspaceId: principal.workspaceId,
        day: dayOf(at),
        operationId: operation.id,
        requests: 1,
        ai: operation.ai ? 1 : 0,
        errors: status >= 400 ? 1 : 0,
        latencyMs: Math.round(ms),
        statuses,
      })
    },
    flush() {
      const next = writing.then(write)
      writing = next.catch(() => {})
      return next
    },
  }
}
