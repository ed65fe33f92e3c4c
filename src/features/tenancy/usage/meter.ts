/**
 * Counts requests in memory and writes them in batches, so that no request waits. Counts of other processes
 * arrive a few seconds late; its own apply at once.
 */
import type { EffectiveLimits, PlanName } from '../../../contract/plans.ts'
import type { CountedOperation, RequestMeter, MeteredRequest } from '../../../http/metering.ts'
import type { Principal } from '../../../http/route.ts'
import { nameTransaction, outcomeOfTransaction } from '../../../platform/transaction-outcome.ts'
import { oneAtATime } from '../../../platform/write-buffers.ts'
import type { Services } from '../../../services.ts'
import { addStep, addSteps } from './latencies.ts'
import {
  addUsage,
  topOperation,
  usedThroughDay,
  type UsageCount,
  type DayTotal,
  type TopOperation,
} from './queries.ts'
import { assertWithinQuota, isDaySpent, isUnlimited, listQuotas } from './quota.ts'
import { dayMs, toUtcDay, toMonth, type QuotaUsage } from './rules.ts'
import { warnOfQuota } from './warn-of-quota.ts'

/** Usage of one workspace on one day. */
interface MeteredDay {
  workspaceId: string
  day: string
  plan: PlanName
  limits: EffectiveLimits
  /** Written to the database by any process. */
  stored: QuotaUsage
  /** Counted here and not written yet. */
  open: { requests: number; ai: number }
  /** The most called operation; undefined until a refusal or a warning needs it. */
  top: TopOperation | null | undefined
}

export interface Meter extends RequestMeter {
  /** Writes the counts; called every few seconds and at the end. */
  flush(): Promise<void>
}

const createZeroUsage = (): QuotaUsage => ({ daily: 0, monthly: 0, dailyAi: 0 })

type MeterDeps = Pick<Services, 'db' | 'clock' | 'log'>

/** A refused request and a server without a model use none of the AI quota. */
const asksModel = (status: number): boolean => status < 400 || (status >= 500 && status !== 501)

/** Unwritten counts: one row per workspace, day and operation. */
function createCounts() {
  /** Nested maps, because a joined key would be built and hashed for each request. */
  let counted = new Map<string, Map<string, Map<string, UsageCount>>>()
  function sumOf(workspaceId: string, day: string, operationId: string): UsageCount {
    const known = counted.get(day)?.get(operationId)?.get(workspaceId)
    if (known) return known
    const none = { requests: 0, ai: 0, errors: 0, latencyMs: 0, latencies: [] }
    const sum: UsageCount = { workspaceId, day, operationId, ...none, statuses: [0, 0, 0, 0] }
    const ofDay = counted.get(day) ?? new Map<string, Map<string, UsageCount>>()
    const ofOperation = ofDay.get(operationId) ?? new Map<string, UsageCount>()
    counted.set(day, ofDay.set(operationId, ofOperation.set(workspaceId, sum)))
    return sum
  }
  /** Keeps counts that could not be written for the next flush. */
  function putBack(row: UsageCount): void {
    const sum = sumOf(row.workspaceId, row.day, row.operationId)
    sum.requests += row.requests
    sum.ai += row.ai
    sum.errors += row.errors
    sum.latencyMs += row.latencyMs
    addSteps(sum.latencies, row.latencies)
    row.statuses.forEach((count, index) => (sum.statuses[index] = (sum.statuses[index] ?? 0) + count))
  }
  return {
    add({ workspaceId }: Principal, { operation, at, status, ms }: MeteredRequest): void {
      const sum = sumOf(workspaceId, toUtcDay(at), operation.id)
      const family = Math.min(5, Math.max(2, Math.floor(status / 100))) - 2
      sum.requests += 1
      if (operation.ai && asksModel(status)) sum.ai += 1
      if (status >= 400) sum.errors += 1
      sum.latencyMs += Math.round(ms)
      addStep(sum.latencies, ms)
      sum.statuses[family] = (sum.statuses[family] ?? 0) + 1
    },
    putBack,
    take(): UsageCount[] {
      const rows = [...counted.values()].flatMap((ofDay) =>
        [...ofDay.values()].flatMap((of) => [...of.values()]),
      )
      counted = new Map()
      return rows
    },
  }
}

const usageSoFar = ({ stored, open }: MeteredDay): QuotaUsage => ({
  daily: stored.daily + open.requests,
  monthly: stored.monthly + open.requests,
  dailyAi: stored.dailyAi + open.ai,
})

/** Adopts the stored totals, and subtracts what was counted here from what is unwritten. */
function mergeStoredDay(of: MeteredDay, total: DayTotal, rows: readonly UsageCount[]): void {
  of.stored = {
    daily: Number(total.requests),
    monthly: Number(total.monthly),
    dailyAi: Number(total.ai_requests),
  }
  for (const row of rows) {
    if (row.workspaceId !== of.workspaceId || row.day !== of.day) continue
    of.open.requests -= row.requests
    of.open.ai -= row.ai
  }
}

class UsageMeter implements Meter {
  readonly #services: MeterDeps
  /** By workspace and day, so a clock that jumps back finds each day unchanged. */
  readonly #days = new Map<string, Map<string, MeteredDay>>()
  readonly #reading = new Map<string, Promise<void>>()
  readonly #counts = createCounts()
  /** Counts whose commit had no answer. They are kept until it is known whether they were written. */
  #inDoubt: { transaction: string; rows: readonly UsageCount[] } | null = null
  readonly flush = oneAtATime(() => this.#write())

  constructor(services: MeterDeps) {
    this.#services = services
  }

  know(principal: Principal, now: Date): Promise<void> | undefined {
    const { workspaceId, plan, limits } = principal
    const day = toUtcDay(now)
    const of = this.#dayOf(workspaceId, day)
    if (of) Object.assign(of, { plan, limits })
    if (of && (of.top !== undefined || !isDaySpent(limits, usageSoFar(of)))) return undefined
    const key = `${workspaceId} ${day}`
    const work = () => (of ? this.#readTop(of) : this.#read(principal, day))
    const first = this.#reading.get(key) ?? work().finally(() => void this.#reading.delete(key))
    this.#reading.set(key, first)
    return first
  }

  admit(principal: Principal, operation: CountedOperation, now: Date): void {
    const of = this.#readDayOf(principal, now)
    const { plan, limits, top } = of
    if (!operation.isSpared) {
      assertWithinQuota({ plan, limits, used: usageSoFar(of) }, { operation, now, top: top ?? null })
    }
    of.open.requests += 1
    if (operation.ai) of.open.ai += 1
  }

  quotas(principal: Principal, now: Date) {
    const of = this.#readDayOf(principal, now)
    return listQuotas(of.limits, usageSoFar(of), now)
  }

  seen(principal: Principal, request: MeteredRequest): void {
    this.#counts.add(principal, request)
    const { operation, at, status } = request
    const of = this.#dayOf(principal.workspaceId, toUtcDay(at))
    if (of && operation.ai && !asksModel(status)) of.open.ai -= 1
  }

  #dayOf(workspaceId: string, day: string): MeteredDay | undefined {
    return this.#days.get(workspaceId)?.get(day)
  }

  #readDayOf({ workspaceId }: Principal, now: Date): MeteredDay {
    const of = this.#dayOf(workspaceId, toUtcDay(now))
    if (!of) throw new Error(`what workspace ${workspaceId} used was not asked for`)
    return of
  }

  async #read({ workspaceId, plan, limits }: Principal, day: string): Promise<void> {
    const stored = isUnlimited(limits)
      ? createZeroUsage()
      : await usedThroughDay(this.#services.db, { workspaceId }, day)
    const days = this.#days.get(workspaceId) ?? new Map<string, MeteredDay>()
    // Counts from before midnight that are not written yet.
    const earlier = [...days.values()].filter(
      (other) => toMonth(other.day) === toMonth(day) && other.day < day,
    )
    stored.monthly += earlier.reduce((sum, { open }) => sum + open.requests, 0)
    const open = { requests: 0, ai: 0 }
    const of: MeteredDay = { workspaceId, day, plan, limits, stored, open, top: undefined }
    this.#days.set(workspaceId, days.set(day, of))
    if (isDaySpent(limits, stored)) await this.#readTop(of)
  }

  /** A refusal names the top operation, even in a process that started after the quota was used up. */
  async #readTop(of: MeteredDay): Promise<void> {
    try {
      await this.flush()
      of.top ??= await topOperation(this.#services.db, of, of.day)
    } catch {
      // A refusal works without it.
      of.top = null
    }
  }

  /** Drops past days once their counts are written. */
  #forgetPastDays(): void {
    const yesterday = toUtcDay(new Date(this.#services.clock.now().getTime() - dayMs))
    for (const [workspaceId, days] of this.#days) {
      for (const [day, { open }] of days) if (day < yesterday && open.requests <= 0) days.delete(day)
      if (days.size === 0) this.#days.delete(workspaceId)
    }
  }

  #putBack(rows: readonly UsageCount[]): void {
    for (const row of rows) this.#counts.putBack(row)
  }

  /** Throws while it is not known whether they were written. */
  async #resolveDoubt(): Promise<void> {
    if (this.#inDoubt === null) return
    const { transaction, rows } = this.#inDoubt
    const outcome = await outcomeOfTransaction(this.#services.db, transaction)
    if (outcome === null) throw new Error('counts of requests are still being written')
    this.#inDoubt = null
    if (outcome === 'aborted') return this.#putBack(rows)
    for (const { workspaceId, day, requests, ai } of rows) {
      const of = this.#dayOf(workspaceId, day)
      if (!of) continue
      of.open.requests -= requests
      of.open.ai -= ai
      of.stored.daily += requests
      of.stored.monthly += requests
      of.stored.dailyAi += ai
    }
  }

  async #write(): Promise<void> {
    this.#forgetPastDays()
    await this.#resolveDoubt()
    const rows = this.#counts.take()
    if (rows.length === 0) return
    let transaction: string | undefined
    let totals: DayTotal[]
    try {
      totals = await this.#services.db.transaction().execute(async (tx) => {
        transaction = await nameTransaction(tx)
        return addUsage(tx, rows)
      })
    } catch (error) {
      if (transaction === undefined) this.#putBack(rows)
      else this.#inDoubt = { transaction, rows }
      throw error
    }
    for (const total of totals) {
      const of = this.#dayOf(total.workspace_id, total.day)
      if (!of) continue
      mergeStoredDay(of, total, rows)
      of.top = (await warnOfQuota(this.#services, total, of)) ?? of.top
    }
  }
}

export const createMeter = (services: MeterDeps): Meter => new UsageMeter(services)
