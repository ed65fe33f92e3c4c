/** Sold plans as the operator defined them. */
import { sql } from 'kysely'
import type { PlanGrant, SoldPlan } from '../../../contract/sold-plans.ts'
import type { Queryable } from '../../../platform/tenant.ts'

export interface SoldPlanRow extends PlanGrant {
  name: SoldPlan
}

export async function soldPlanRows(db: Queryable): Promise<SoldPlanRow[]> {
  const { rows } = await sql<SoldPlanRow>`select name, plan, limits from sold_plans`.execute(db)
  return rows
}

export async function upsertSoldPlan(
  tx: Queryable,
  { name, plan, limits }: SoldPlanRow,
  at: Date,
): Promise<void> {
  await sql`
    insert into sold_plans (name, plan, limits, set_at)
    values (${name}, ${plan}, ${JSON.stringify(limits)}::jsonb, ${at})
    on conflict (name) do update set plan = excluded.plan, limits = excluded.limits, set_at = excluded.set_at`.execute(
    tx,
  )
}
