/** The table of the plans that are sold: what the server says of each, or the operator instead. */
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

/** What was set for the workspace by the operator stays, beside what it is given now and without what it was given before. */
export function applySoldPlan(before: PlanTerms, was: PlanGrant | null, given: PlanGrant): PlanTerms {
  const own = Object.entries(before.overrides).filter(
    ([name, value]) =>
      !(name in (was?.limits ?? {}) && was?.limits[name as keyof PlanGrant['limits']] === value),
  )
  return { plan: given.plan, overrides: { ...given.limits, ...Object.fromEntries(own) } }
}
