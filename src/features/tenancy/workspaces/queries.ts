import { sql } from 'kysely'
import type { PlanName } from '../../../contract/plans.ts'
import type { AgentLimits } from '../../../contract/agent-limits.ts'
import type { KeyScope } from '../../../contract/key-scopes.ts'
import type { Queryable } from '../../../platform/tenant.ts'
import { notifyKeyChange } from './key-notice-queries.ts'
import type { KeyMode, NewKey } from './keys.ts'

/** An arbitrary number that must never change: its holder creates the first workspace. */
const bootstrapLock = 7_034_118

export interface WorkspaceRow {
  id: string
  name: string
  plan: string
  /** The workspace that created this one and whose plan applies. */
  parent_id: string | null
  sandbox_id: string | null
  live_keys: number
  sandbox_keys: number
  created_at: Date
  deactivated_at: Date | null
}

export interface ApiKeyRow {
  id: string
  /** The live workspace's id, also for sandbox keys. */
  workspace_id: string
  mode: KeyMode
  prefix: string
  name: string | null
  created_at: Date
  last_used_at: Date | null
  revoked_at: Date | null
  scopes: KeyScope[] | null
  expires_at: Date | null
  connection_ids: string[] | null
  listing_ids: string[] | null
  agent_limits: AgentLimits | null
}

/** Held until the transaction ends. */
export async function lockBootstrap(db: Queryable): Promise<void> {
  await sql`select pg_advisory_xact_lock(${bootstrapLock})`.execute(db)
}

export async function hasWorkspace(db: Queryable): Promise<boolean> {
  const { rows } = await sql`select 1 from workspaces limit 1`.execute(db)
  return rows.length > 0
}

/** Creates a live workspace with its sandbox. */
export async function insertWorkspace(
  db: Queryable,
  workspace: { name: string; plan: PlanName; contactConfirmed: boolean },
): Promise<{ id: string; sandboxId: string }> {
  const { name, plan, contactConfirmed } = workspace
  const live = await sql<{ id: string }>`
    insert into workspaces (id, name, plan, contact_confirmed)
    values (live_id(nextval('workspaces_id')), ${name}, ${plan}, ${contactConfirmed})
    returning id`.execute(db)
  const id = one(live.rows).id
  const sandbox = await sql<{ id: string }>`
    insert into workspaces (id, sandbox_of, name, plan, contact_confirmed)
    values (nextval('sandbox_id'), ${id}, ${`${name} (sandbox)`}, ${plan}, ${contactConfirmed})
    returning id`.execute(db)
  const sandboxId = one(sandbox.rows).id
  await beginRetention(db, id)
  await beginRetention(db, sandboxId)
  return { id, sandboxId }
}

/**
 * Workers look for work in this row, so each workspace has one. On a plain PostgreSQL a trigger writes it too, for the
 * release before, which does not.
 */
export async function beginRetention(db: Queryable, workspaceId: string): Promise<void> {
  await sql`
    insert into retention (workspace_id) values (${workspaceId})
    on conflict (workspace_id) do nothing`.execute(db)
}

/** The workspace or sandbox that a key of this mode belongs to. Undefined if there is no such workspace. */
export async function keyHolder(
  db: Queryable,
  workspaceId: string,
  mode: KeyMode,
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select holder.id
    from workspaces live
    join workspaces holder on ${mode} = 'live' and holder.id = live.id or ${mode} = 'sandbox' and holder.sandbox_of = live.id
    where live.id = ${workspaceId} and live.sandbox_of is null and live.deactivated_at is null`.execute(db)
  return rows[0]?.id
}

/** A key's rights and expiry; null allows everything, forever. */
export interface NewKeyRights {
  scopes: readonly KeyScope[] | null
  expiresAt: Date | null
  /** null for all connections. */
  connectionIds: readonly string[] | null
  listingIds: readonly string[] | null
  /** null for an ordinary key. */
  agentLimits?: AgentLimits | null
  /** The creator's name in the audit log. */
  createdBy?: string
}
const unlimited: NewKeyRights = { scopes: null, expiresAt: null, connectionIds: null, listingIds: null }

/** Counts usable keys; locks the count until the transaction ends. */
export async function lockKeyCount(tx: Queryable, holderId: string, now: Date): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`keys:${holderId}`}, 0))`.execute(tx)
  const { rows } = await sql<{ count: string }>`
    select count(*) as count from api_keys
    where workspace_id = ${holderId} and member_id is null and revoked_at is null and (expires_at is null or expires_at > ${now})`.execute(
    tx,
  )
  return Number(rows[0]?.count ?? 0)
}

export async function insertApiKey(
  db: Queryable,
  holderId: string,
  key: NewKey,
  name: string | null,
  { scopes, expiresAt, createdBy, connectionIds, listingIds, agentLimits = null }: NewKeyRights = unlimited,
): Promise<{ id: string }> {
  const { rows } = await sql<{ id: string }>`
    insert into api_keys (workspace_id, mode, prefix, hash, name, scopes, expires_at, connection_ids, listing_ids, agent_limits,
                          created_by)
    values (${holderId}, ${key.mode}, ${key.prefix}, ${key.hash}, ${name}, ${scopes}::text[], ${expiresAt}::timestamptz,
            ${connectionIds}::bigint[], ${listingIds}::bigint[], ${agentLimits === null ? null : JSON.stringify(agentLimits)}::jsonb, ${createdBy ?? null})
    returning id`.execute(db)
  return one(rows)
}

export async function apiKeys(db: Queryable): Promise<ApiKeyRow[]> {
  const { rows } = await sql<ApiKeyRow>`
    select k.id, coalesce(w.sandbox_of, w.id) as workspace_id, k.mode, k.prefix, k.name,
           k.created_at, k.last_used_at, k.revoked_at, k.scopes, k.expires_at, k.connection_ids::text[], k.listing_ids::text[], k.agent_limits
    from api_keys k
    join workspaces w on w.id = k.workspace_id
    where k.member_id is null
    order by 2, k.id`.execute(db)
  return rows
}

/** By id or by a whole key's hash. Undefined: no such key; an already revoked one keeps its date. */
/** Of members' sessions none. */
export async function workspaceOfKey(db: Queryable, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ workspace_id: string }>`
    select workspace_id from api_keys where id = ${id} and member_id is null`.execute(db)
  return rows[0]?.workspace_id
}

export async function revokeApiKey(
  db: Queryable,
  key: { id: string | null; hash: Buffer | null },
  at: Date,
): Promise<{ id: string; workspace_id: string; prefix: string } | undefined> {
  const { rows } = await sql<{ id: string; workspace_id: string; prefix: string }>`
    update api_keys set revoked_at = coalesce(revoked_at, ${at}), previous_hash = null, previous_until = null
    where id = ${key.id}::bigint or hash = ${key.hash}::bytea or previous_hash = ${key.hash}::bytea
    returning id, workspace_id, prefix`.execute(db)
  const [row] = rows
  if (row) await notifyKeyChange(db, row.id)
  return row
}

const isGood = sql`k.member_id is null and k.revoked_at is null and (k.expires_at is null or k.expires_at > now())`

export async function workspaces(db: Queryable): Promise<WorkspaceRow[]> {
  const { rows } = await sql<WorkspaceRow>`
    select w.id, w.name, w.plan, w.parent_id, sandbox.id as sandbox_id, w.created_at, w.deactivated_at,
           (select count(*)::int from api_keys k where k.workspace_id = w.id and ${isGood}) as live_keys,
           (select count(*)::int from api_keys k where k.workspace_id = sandbox.id and ${isGood}) as sandbox_keys
    from workspaces w
    left join workspaces sandbox on sandbox.sandbox_of = w.id
    where w.sandbox_of is null
    order by w.id`.execute(db)
  return rows
}

function one<T>(rows: T[]): T {
  const [row] = rows
  if (!row) throw new Error('The database returned no row for one that was just written.')
  return row
}
