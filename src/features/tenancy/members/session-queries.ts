/** Sessions of members, stored as keys. */
import { sql } from 'kysely'
import type { AgentLimits } from '../../../contract/agent-limits.ts'
import type { KeyScope } from '../../../contract/key-scopes.ts'
import type { MemberRole } from '../../../contract/member-roles.ts'
import type { ListOrdering, PageRequest } from '../../../http/list.ts'
import type { Queryable, Scope } from '../../../platform/tenant.ts'
import { notifyKeyChange } from '../workspaces/key-notice-queries.ts'

export interface MemberSessionRow {
  id: string
  member_id: string
  email: string
  name: string | null
  role: MemberRole
  created_at: Date
  expires_at: Date
  last_used_at: Date | null
  last_address: string | null
  /** Null where the member acts, and no agent. */
  agent_client: string | null
  agent_name: string | null
  scopes: KeyScope[] | null
  agent_limits: AgentLimits | null
}

export const sessionsNewestFirst: ListOrdering<MemberSessionRow> = {
  name: 'id',
  direction: 'desc',
  keys: [{ expression: sql`k.id`, type: 'bigint', valueOf: (row) => row.id }],
}

const sessions = sql`
  select k.id, k.member_id, m.email, m.name, m.role, k.created_at, k.expires_at, k.last_used_at, k.last_address,
         k.agent_client, k.name as agent_name, k.scopes, k.agent_limits
  from ${sql.table('api_keys')} k
  join members m on m.workspace_id = k.workspace_id and m.id = k.member_id`

export interface MemberSessionFilter {
  /** null for all members. */
  memberId: string | null
  now: Date
}

const matching = (scope: Scope, { memberId, now }: MemberSessionFilter) =>
  sql`k.workspace_id = ${scope.workspaceId} and k.member_id is not null and k.revoked_at is null
    and k.expires_at > ${now} ${memberId === null ? sql`` : sql`and k.member_id = ${memberId}`}`

export async function sessionRows(
  db: Queryable,
  scope: Scope,
  filter: MemberSessionFilter,
  { after, orderBy, limit, offset }: PageRequest,
): Promise<MemberSessionRow[]> {
  const { rows } = await sql<MemberSessionRow>`
    ${sessions} where ${matching(scope, filter)} ${after ? sql`and ${after}` : sql``}
    order by ${orderBy} limit ${limit} offset ${offset}`.execute(db)
  return rows
}

export async function sessionTotal(
  db: Queryable,
  scope: Scope,
  filter: MemberSessionFilter,
): Promise<number> {
  const { rows } = await sql<{ count: string }>`
    select count(*) as count from ${sql.table('api_keys')} k where ${matching(scope, filter)}`.execute(db)
  return Number(rows[0]?.count ?? 0)
}

export interface NewMemberSession {
  memberId: string
  mode: 'live' | 'sandbox'
  prefix: string
  hash: Buffer
  scopes: readonly KeyScope[] | null
  expiresAt: Date
  now: Date
}

export async function insertSession(tx: Queryable, scope: Scope, session: NewMemberSession): Promise<string> {
  const { memberId, mode, prefix, hash, scopes, expiresAt, now } = session
  const { rows } = await sql<{ id: string }>`
    insert into api_keys (workspace_id, member_id, mode, prefix, hash, scopes, expires_at, created_by, created_at)
    values (${scope.workspaceId}, ${memberId}, ${mode}, ${prefix}, ${hash}, ${scopes}::text[], ${expiresAt},
            ${`member:${memberId}`}, ${now})
    returning id`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('a session that was just made is gone')
  return row.id
}

/** False if there is no such session. */
export async function endSession(
  tx: Queryable,
  scope: Scope,
  { id, memberId }: { id: string; memberId: string | null },
  now: Date,
): Promise<boolean> {
  const { rows } = await sql`
    update api_keys k set revoked_at = ${now}
    where ${matching(scope, { memberId, now })} and k.id = ${id} returning k.id`.execute(tx)
  if (rows.length > 0) await notifyKeyChange(tx, id)
  return rows.length > 0
}

export async function endSessionsOf(tx: Queryable, scope: Scope, memberId: string, now: Date): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    update api_keys k set revoked_at = ${now} where ${matching(scope, { memberId, now })} returning k.id`.execute(
    tx,
  )
  for (const { id } of rows) await notifyKeyChange(tx, id)
}

export async function widenSessionsOf(
  tx: Queryable,
  scope: Scope,
  memberId: string,
  { scopes, now }: { scopes: readonly KeyScope[] | null; now: Date },
): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    update api_keys k set scopes = ${scopes}::text[]
    where ${matching(scope, { memberId, now })} and k.agent_client is null returning k.id`.execute(tx)
  for (const { id } of rows) await notifyKeyChange(tx, id)
}
