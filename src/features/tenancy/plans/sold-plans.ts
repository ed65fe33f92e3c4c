/** What each sold plan gives: the server's defaults, or what the operator set instead. */
import { soldPlans, usualGiven, type PlanGrant, type SoldPlan } from '../../../contract/sold-plans.ts'
import type { Queryable } from '../../../platform/tenant.ts'
import type { PlanTerms } from './queries.ts'
import { soldPlanRows } from './sold-queries.ts'

export type SoldPlanTable = Readonly<Record<SoldPlan, PlanGrant>>

export async function loadSoldPlanTable(db: Queryable): Promise<SoldPlanTable> {
  const set = new Map((await soldPlanRows(db)).map(({ name, plan, limits }) => [name, { plan, limits }]))
  const entries = soldPlans.map((name) => [name, set.get(name) ?? usualGiven[name]] as const)
  return Object.fromEntries(entries) as unknown as SoldPlanTable
}

/** Replaces what billing gave before by what it gives now; the operator's own overrides stay. */
export function applySoldPlan(before: PlanTerms, was: PlanGrant | null, given: PlanGrant): PlanTerms {
  const own = Object.entries(before.overrides).filter(
    ([name, value]) =>
      !(name in (was?.limits ?? {}) && was?.limits[name as keyof PlanGrant['limits']] === value),
  )
  return { plan: given.plan, overrides: { ...given.limits, ...Object.fromEntries(own) } }
}
