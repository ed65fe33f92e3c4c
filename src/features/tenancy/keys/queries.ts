import { sql } from 'kysely'
import type { AgentLimits } from '../../../contract/agent-limits.ts'
import type { KeyScope } from '../../../contract/key-scopes.ts'
import type { ListOrdering, PageRequest } from '../../../http/list.ts'
import type { Queryable, Scope } from '../../../platform/tenant.ts'
import type { AccessRights } from '../workspaces/access-rights.ts'
import { notifyKeyChange } from '../workspaces/key-notice-queries.ts'

export interface ApiKeyListRow {
  id: string
  name: string | null
  prefix: string
  mode: 'live' | 'sandbox'
  connection_ids: string[] | null
  listing_ids: string[] | null
  scopes: KeyScope[] | null
  agent_limits: AgentLimits | null
  expires_at: Date | null
  created_at: Date
  created_by: string | null
  last_used_at: Date | null
  last_address: string | null
  rotated_at: Date | null
  previous_until: Date | null
  revoked_at: Date | null
}

const shown = sql.raw(
  `id, name, prefix, mode, connection_ids::text[], listing_ids::text[], scopes, agent_limits, expires_at, created_at, created_by, last_used_at, last_address, rotated_at,
   previous_until, revoked_at`,
)

export const keysNewestFirst: ListOrdering<ApiKeyListRow> = {
  name: 'id',
  direction: 'desc',
  keys: [{ expression: sql`id`, type: 'bigint', valueOf: (row) => row.id }],
}

/** The state a list is filtered by, at a moment. */
export interface KeyFilter {
  state: 'active' | 'expired' | 'revoked' | null
  now: Date
}

const matching = (scope: Scope, { state, now }: KeyFilter) => {
  const isOver = sql`coalesce(expires_at <= ${now}, false)`
  const condition = {
    active: sql`revoked_at is null and not ${isOver}`,
    expired: sql`revoked_at is null and ${isOver}`,
    revoked: sql`revoked_at is not null`,
  }
  return sql`workspace_id = ${scope.workspaceId} and member_id is null ${state === null ? sql`` : sql`and ${condition[state]}`}`
}

export async function keyRows(
  db: Queryable,
  scope: Scope,
  filter: KeyFilter,
  { after, orderBy, limit, offset }: PageRequest,
): Promise<ApiKeyListRow[]> {
  const { rows } = await sql<ApiKeyListRow>`
    select ${shown} from ${sql.table('api_keys')}
    where ${matching(scope, filter)} ${after ? sql`and ${after}` : sql``}
    order by ${orderBy} limit ${limit} offset ${offset}`.execute(db)
  return rows
}

export async function keyTotal(db: Queryable, scope: Scope, filter: KeyFilter): Promise<number> {
  const { rows } = await sql<{ count: string }>`
    select count(*) as count from api_keys where ${matching(scope, filter)}`.execute(db)
  return Number(rows[0]?.count ?? 0)
}

export async function keyRow(db: Queryable, scope: Scope, id: string): Promise<ApiKeyListRow | undefined> {
  const { rows } = await sql<ApiKeyListRow>`
    select ${shown} from api_keys where workspace_id = ${scope.workspaceId} and id = ${id} and member_id is null`.execute(
    db,
  )
  return rows[0]
}

/** Locks the key until the transaction ends. */
export async function lockKey(tx: Queryable, scope: Scope, id: string): Promise<ApiKeyListRow | undefined> {
  const { rows } = await sql<ApiKeyListRow>`
    select ${shown} from api_keys
    where workspace_id = ${scope.workspaceId} and id = ${id} and member_id is null for update`.execute(tx)
  return rows[0]
}

const jsonOf = (limits: AgentLimits | null) => (limits === null ? null : JSON.stringify(limits))

export interface NewKeyRow extends AccessRights {
  mode: 'live' | 'sandbox'
  prefix: string
  hash: Buffer
  name: string
  createdBy: string
  agentLimits: AgentLimits | null
}

export async function insertKey(
  tx: Queryable,
  scope: Scope,
  key: NewKeyRow,
  now: Date,
): Promise<ApiKeyListRow> {
  const { rows } = await sql<ApiKeyListRow>`
    insert into api_keys (workspace_id, mode, prefix, hash, name, scopes, expires_at, connection_ids, listing_ids,
                          agent_limits, created_by, created_at)
    values (${scope.workspaceId}, ${key.mode}, ${key.prefix}, ${key.hash}, ${key.name}, ${key.scopes}::text[],
            ${key.expiresAt}::timestamptz, ${key.connectionIds}::bigint[], ${key.listingIds}::bigint[], ${jsonOf(key.agentLimits)}::jsonb, ${key.createdBy}, ${now})
    returning ${shown}`.execute(tx)
  return one(rows)
}

export async function updateKey(
  tx: Queryable,
  scope: Scope,
  id: string,
  change: AccessRights & { name: string | null; agentLimits: AgentLimits | null },
): Promise<ApiKeyListRow> {
  const { name, scopes, expiresAt, connectionIds, listingIds, agentLimits } = change
  const { rows } = await sql<ApiKeyListRow>`
    update api_keys set name = ${name}, scopes = ${scopes}::text[], expires_at = ${expiresAt}::timestamptz,
        connection_ids = ${connectionIds}::bigint[], listing_ids = ${listingIds}::bigint[],
        agent_limits = ${jsonOf(agentLimits)}::jsonb
    where workspace_id = ${scope.workspaceId} and id = ${id} returning ${shown}`.execute(tx)
  await notifyKeyChange(tx, id)
  return one(rows)
}

/** With `until` null, the previous secret stops working now. */
export async function replaceSecret(
  tx: Queryable,
  scope: Scope,
  id: string,
  next: { hash: Buffer; prefix: string; until: Date | null; now: Date },
): Promise<ApiKeyListRow> {
  const { hash, prefix, until, now } = next
  const { rows } = await sql<ApiKeyListRow>`
    update api_keys
    set previous_hash = case when ${until}::timestamptz is null then null else hash end,
        previous_until = ${until}::timestamptz, hash = ${hash}, prefix = ${prefix}, rotated_at = ${now}
    where workspace_id = ${scope.workspaceId} and id = ${id} returning ${shown}`.execute(tx)
  await notifyKeyChange(tx, id)
  return one(rows)
}

export async function revokeKey(tx: Queryable, scope: Scope, id: string, now: Date): Promise<ApiKeyListRow> {
  const { rows } = await sql<ApiKeyListRow>`
    update api_keys set revoked_at = coalesce(revoked_at, ${now}), previous_hash = null, previous_until = null
    where workspace_id = ${scope.workspaceId} and id = ${id} returning ${shown}`.execute(tx)
  await notifyKeyChange(tx, id)
  return one(rows)
}

function one<T>(rows: T[]): T {
  const [row] = rows
  if (!row) throw new Error('a key that is held is gone')
  return row
}
