/** Listings beyond the limit of the workspace's plan are held back. */
import { sql } from 'kysely'
import { planLimits, type PlanName } from '../../contract/plans.ts'
import type { Queryable, Scope } from '../../platform/tenant.ts'

interface CapRow {
  plan: PlanName
  is_set: boolean
  value: string | null
}

/** Null means no limit. A workspace made by another has no plan of its own, so migrations bring everything over. */
export async function activeListingCap(db: Queryable, { workspaceId }: Scope): Promise<number | null> {
  const { rows } = await sql<CapRow>`
    select owner.plan, o.name is not null as is_set, o.value
    from workspaces w
    join workspaces owner on owner.id = coalesce(w.sandbox_of, w.id) and owner.parent_id is null
    left join limit_overrides o on o.workspace_id = owner.id and o.name = 'activeListings'
    where w.id = ${workspaceId}`.execute(db)
  const [row] = rows
  if (!row) return null
  if (!row.is_set) return planLimits[row.plan].activeListings
  return row.value === null ? null : Number(row.value)
}

/** Of these newly active listings, holds back those beyond the cap; the lowest ids stay. Call `openWrite` first. */
export async function holdBackBeyond(
  tx: Queryable,
  { workspaceId }: Scope,
  ids: readonly string[],
  cap: number,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with newcomers as (
      select id, row_number() over (order by id) as place from listings
      where workspace_id = ${workspaceId} and id = any(${ids}::bigint[]) and active and archived_at is null
    ), others as (
      select count(*) as active from listings
      where workspace_id = ${workspaceId} and active and archived_at is null and id <> all(${ids}::bigint[])
    )
    update listings l set active = false, inactive_reason = 'plan_limit'
    from newcomers n, others o
    where l.workspace_id = ${workspaceId} and l.id = n.id and n.place > ${cap} - o.active
    returning l.id`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Switches held-back listings on as far as the cap allows, the lowest ids first, and returns what they were. */
export async function releaseWithin(
  tx: Queryable,
  { workspaceId }: Scope,
  cap: number | null,
  { at, origin }: { at: Date; origin: string },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with held as (
      select id, row_number() over (order by id) as place from listings
      where workspace_id = ${workspaceId} and inactive_reason = 'plan_limit' and archived_at is null
    ), others as (
      select count(*) as active from listings
      where workspace_id = ${workspaceId} and active and archived_at is null
    ), released as (
      update listings l set active = true, inactive_reason = null, updated_at = ${at}, revision = l.revision + 1
      from held h, others o
      where l.workspace_id = ${workspaceId} and l.id = h.id
        and (${cap}::bigint is null or h.place <= ${cap}::bigint - o.active)
      returning l.id, l.revision
    ), noted as (
      insert into record_history (workspace_id, record_type, record_id, revision, change, previous, origin, created_at)
      select ${workspaceId}, 'listing', id, revision, 'updated',
             '{"active": false, "inactiveReason": "plan_limit"}'::jsonb, ${origin}, ${at} from released
    )
    select id from released order by id`.execute(tx)
  return rows.map(({ id }) => id)
}

export async function heldBackCount(db: Queryable, { workspaceId }: Scope): Promise<number> {
  const { rows } = await sql<{ total: string }>`
    select count(*) as total from listings
    where workspace_id = ${workspaceId} and inactive_reason = 'plan_limit' and archived_at is null`.execute(
    db,
  )
  return Number(rows[0]?.total ?? 0)
}
