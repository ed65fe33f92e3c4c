import { sql } from 'kysely'
import type { LimitOverrides, PlanName } from '../../../contract/plans.ts'
import type { AgentLimits } from '../../../contract/agent-limits.ts'
import type { KeyScope } from '../../../contract/key-scopes.ts'
import { inScope, type Queryable, type Scope } from '../../../platform/tenant.ts'

export interface PrincipalRow {
  key_id: string
  member_id: string | null
  workspace_id: string
  mode: 'live' | 'sandbox'
  plan: PlanName
  /** True if another workspace created this one. */
  is_child: boolean
  contact_confirmed: boolean
  overrides: LimitOverrides | null
  connection_ids: string[] | null
  listing_ids: string[] | null
  scopes: KeyScope[] | null
  agent_limits: AgentLimits | null
  agent_client: string | null
  expires_at: Date | null
}

/** A sandbox and a child workspace take plan, limits and confirmation from their parent. */
export async function principalByKeyHash(db: Queryable, hash: Buffer): Promise<PrincipalRow | undefined> {
  const { rows } = await sql<PrincipalRow>`
    select k.id as key_id, k.member_id, k.workspace_id, k.mode, owner.plan, live.parent_id is not null as is_child, owner.contact_confirmed,
           (select jsonb_object_agg(o.name, o.value) from limit_overrides o where o.workspace_id = owner.id) as overrides,
           k.connection_ids::text[], k.listing_ids::text[], k.scopes, k.agent_limits, k.agent_client,
           case when k.hash = ${hash} then least(k.expires_at, k.token_until) else least(k.expires_at, k.previous_until) end as expires_at
    from api_keys k
    join workspaces w on w.id = k.workspace_id
    join workspaces live on live.id = coalesce(w.sandbox_of, w.id)
    join lateral (
      with recursive makers (id, maker) as (
        select w.id, coalesce(w.sandbox_of, w.parent_id)
        union all
        select m.id, coalesce(m.sandbox_of, m.parent_id) from makers join workspaces m on m.id = makers.maker)
      select id from makers where maker is null) first on true
    join workspaces owner on owner.id = first.id
    where (k.hash = ${hash} or k.previous_hash = ${hash}) and k.revoked_at is null and w.deactivated_at is null and live.deactivated_at is null`.execute(
    db,
  )
  return rows[0]
}

export interface CallingKeyRow {
  member_id: string | null
  connection_ids: string[] | null
  listing_ids: string[] | null
  scopes: KeyScope[] | null
  expires_at: Date | null
  revoked_at: Date | null
}

/** The calling key, which may belong to the parent of the addressed workspace. */
export async function callingKey(tx: Queryable, id: string): Promise<CallingKeyRow | undefined> {
  const { rows } = await sql<CallingKeyRow>`
    select member_id, connection_ids::text[], listing_ids::text[], scopes, expires_at, revoked_at from api_keys where id = ${id}`.execute(
    tx,
  )
  return rows[0]
}

export async function isChildWorkspace(
  db: Queryable,
  parentId: string,
  workspaceId: string,
): Promise<boolean> {
  const { rows } =
    await sql`select 1 from workspaces where id = ${workspaceId} and parent_id = ${parentId}`.execute(db)
  return rows.length > 0
}

/** The given ids that exist in the scope. */
export async function existingIds(
  db: Queryable,
  scope: Scope,
  table: 'connections' | 'listings',
  ids: readonly string[],
): Promise<string[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<{ id: string }>`
    select r.id from ${sql.table(table)} r
    where ${inScope(scope, table, 'r')} and r.id = any(${[...ids]}::bigint[])`.execute(db)
  return rows.map(({ id }) => id)
}

export interface KeyUse {
  id: string
  at: Date
  address: string
}

/** Keeps the latest use when several processes report one. */
export async function updateKeyUses(db: Queryable, uses: readonly KeyUse[]): Promise<void> {
  await sql`
    update api_keys k set last_used_at = u.at, last_address = u.address
    from jsonb_to_recordset(${JSON.stringify(uses)}::jsonb) as u (id bigint, at timestamptz, address text)
    where k.id = u.id and (k.last_used_at is null or k.last_used_at <= u.at)`.execute(db)
}
