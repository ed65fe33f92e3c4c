import { sql } from 'kysely'
import type { LimitOverrides, PlanName } from '../../../contract/plans.ts'
import type { ListOrdering, PageRequest } from '../../../http/list.ts'
import type { Queryable } from '../../../platform/tenant.ts'

export interface PlanTerms {
  plan: PlanName
  overrides: LimitOverrides
}

export interface WorkspaceTerms extends PlanTerms {
  id: string
  name: string
}

const overridesOf = sql`coalesce((select jsonb_object_agg(o.name, o.value) from limit_overrides o
  where o.workspace_id = w.id), '{}'::jsonb) as overrides`

/** Terms of workspaces that have keys of their own. */
export async function allTerms(db: Queryable): Promise<WorkspaceTerms[]> {
  const { rows } = await sql<WorkspaceTerms>`
    select w.id, w.name, w.plan, ${overridesOf} from workspaces w
    where w.sandbox_of is null and w.parent_id is null order by w.id`.execute(db)
  return rows
}

export const workspacesById: ListOrdering<{ id: string }> = {
  name: 'id',
  direction: 'asc',
  keys: [{ expression: sql`w.id`, type: 'bigint', valueOf: (row) => row.id }],
}

/** A page of the same workspaces. */
export async function termsPage(
  db: Queryable,
  { after, orderBy, limit, offset }: PageRequest,
): Promise<WorkspaceTerms[]> {
  const { rows } = await sql<WorkspaceTerms>`
    select w.id, w.name, w.plan, ${overridesOf} from workspaces w
    where w.sandbox_of is null and w.parent_id is null ${after ? sql`and ${after}` : sql``}
    order by ${orderBy} limit ${limit} offset ${offset}`.execute(db)
  return rows
}

export async function termsTotal(db: Queryable): Promise<number> {
  const { rows } = await sql<{ total: string }>`
    select count(*) as total from workspaces where sandbox_of is null and parent_id is null`.execute(db)
  return Number(rows[0]?.total ?? 0)
}

/** Undefined if there is no such workspace or another one sets its terms. */
export async function termsOf(db: Queryable, id: string): Promise<WorkspaceTerms | undefined> {
  const { rows } = await sql<WorkspaceTerms>`
    select w.id, w.name, w.plan, ${overridesOf} from workspaces w
    where w.id = ${id} and w.sandbox_of is null and w.parent_id is null`.execute(db)
  return rows[0]
}

/** Locks the terms against concurrent changes. */
export async function lockTerms(tx: Queryable, id: string): Promise<void> {
  await sql`select 1 from workspaces where id = ${id} for no key update`.execute(tx)
}

/** Updates the workspace and its sandbox. */
export async function updatePlan(tx: Queryable, id: string, plan: PlanName): Promise<void> {
  await sql`update workspaces set plan = ${plan} where id = ${id} or sandbox_of = ${id}`.execute(tx)
}

/** Of the workspace and its sandbox, those with a held-back listing. */
export async function workspacesWithHeldListings(tx: Queryable, id: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct w.id from workspaces w join listings l on l.workspace_id = w.id
    where (w.id = ${id} or w.sandbox_of = ${id}) and l.inactive_reason = 'plan_limit'
    order by w.id`.execute(tx)
  return rows.map((row) => row.id)
}

/** Replaces all overrides by the given ones. */
export async function replaceOverrides(
  tx: Queryable,
  id: string,
  overrides: LimitOverrides,
  at: Date,
): Promise<void> {
  const rows = Object.entries(overrides).map(([name, value]) => ({ name, value }))
  await sql`delete from limit_overrides where workspace_id = ${id}`.execute(tx)
  await sql`
    insert into limit_overrides (workspace_id, name, value, set_at)
    select ${id}, r.name, r.value, ${at}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (name text, value bigint)`.execute(tx)
}

export type PlanChangeOrigin = 'command' | 'api' | 'billing'

export async function insertPlanChange(
  tx: Queryable,
  id: string,
  change: { at: Date; origin: PlanChangeOrigin; before: PlanTerms; after: PlanTerms },
): Promise<void> {
  await sql`
    insert into plan_changes (workspace_id, changed_at, origin, before, after)
    values (${id}, ${change.at}, ${change.origin}, ${JSON.stringify(change.before)}::jsonb,
            ${JSON.stringify(change.after)}::jsonb)`.execute(tx)
}

export interface PlanChange {
  id: string
  changed_at: Date
  origin: PlanChangeOrigin
  before: PlanTerms
  after: PlanTerms
}

/** Latest first. */
export async function planChanges(db: Queryable, id: string, limit: number): Promise<PlanChange[]> {
  const { rows } = await sql<PlanChange>`
    select id, changed_at, origin, before, after from plan_changes
    where workspace_id = ${id} order by id desc limit ${limit}`.execute(db)
  return rows
}

export const changesLatestFirst: ListOrdering<PlanChange> = {
  name: 'changed',
  direction: 'desc',
  keys: [{ expression: sql`c.id`, type: 'bigint', valueOf: (row) => row.id }],
}

export async function planChangesPage(
  db: Queryable,
  id: string,
  { after, orderBy, limit, offset }: PageRequest,
): Promise<PlanChange[]> {
  const { rows } = await sql<PlanChange>`
    select c.id, c.changed_at, c.origin, c.before, c.after from plan_changes c
    where c.workspace_id = ${id} ${after ? sql`and ${after}` : sql``}
    order by ${orderBy} limit ${limit} offset ${offset}`.execute(db)
  return rows
}

export async function planChangesTotal(db: Queryable, id: string): Promise<number> {
  const { rows } = await sql<{ total: string }>`
    select count(*) as total from plan_changes where workspace_id = ${id}`.execute(db)
  return Number(rows[0]?.total ?? 0)
}
