import { sql } from 'kysely'
import type { MemberRole } from '../../../contract/member-roles.ts'
import type { ListOrdering, PageRequest } from '../../../http/list.ts'
import { inScope, type Queryable, type Scope } from '../../../platform/tenant.ts'

export interface MemberRow {
  id: string
  email: string
  name: string | null
  role: MemberRole
  created_at: Date
  created_by: string
  confirmed_at: Date | null
  last_sign_in_at: Date | null
  /** State of the latest invitation's mail. */
  mail: 'pending' | 'sent' | 'logged' | 'failed'
  settled_at: Date | null
  expires_at: Date
  attempts: number
  mail_error: string | null
  invited_at: Date
}

export const membersOldestFirst: ListOrdering<MemberRow> = {
  name: 'created',
  direction: 'asc',
  keys: [
    { expression: sql`m.created_at`, type: 'timestamptz', valueOf: (row) => row.created_at.toISOString() },
    { expression: sql`m.id`, type: 'uuid', valueOf: (row) => row.id },
  ],
}

/** Members with their latest invitation. */
const members = ({ workspaceId }: Scope) => sql`
  select m.id, m.email, m.name, m.role, m.created_at, m.created_by, m.confirmed_at, m.last_sign_in_at,
         l.mail, l.settled_at, l.expires_at, l.attempts, l.mail_error, l.created_at as invited_at
  from ${sql.table('members')} m
  join lateral (
    select * from member_links i
    where i.workspace_id = ${workspaceId} and i.member_id = m.id and i.purpose = 'invitation'
    -- Of several at one moment the one that was not replaced.
    order by i.ended_at desc nulls first, i.created_at desc limit 1) l on true`

export interface MemberFilter {
  role: MemberRole | null
  status: 'invited' | 'active' | null
  email: string | null
}

const matching = (scope: Scope, { role, status, email }: MemberFilter) =>
  sql.join(
    [
      inScope(scope, 'members', 'm'),
      ...(role === null ? [] : [sql`m.role = ${role}`]),
      ...(status === null ? [] : [sql`(m.confirmed_at is not null) = ${status === 'active'}`]),
      ...(email === null ? [] : [sql`m.email = ${email}`]),
    ],
    sql` and `,
  )

export async function memberRows(
  db: Queryable,
  scope: Scope,
  filter: MemberFilter,
  { after, orderBy, limit, offset }: PageRequest,
): Promise<MemberRow[]> {
  const { rows } = await sql<MemberRow>`
    ${members(scope)} where ${matching(scope, filter)} ${after ? sql`and ${after}` : sql``}
    order by ${orderBy} limit ${limit} offset ${offset}`.execute(db)
  return rows
}

export async function memberTotal(db: Queryable, scope: Scope, filter: MemberFilter): Promise<number> {
  const { rows } = await sql<{ count: string }>`
    select count(*) as count from ${sql.table('members')} m where ${matching(scope, filter)}`.execute(db)
  return Number(rows[0]?.count ?? 0)
}

export async function memberRow(db: Queryable, scope: Scope, id: string): Promise<MemberRow | undefined> {
  const { rows } = await sql<MemberRow>`
    ${members(scope)} where ${inScope(scope, 'members', 'm')} and m.id = ${id}`.execute(db)
  return rows[0]
}

/** Locks the workspace's members until the transaction ends. Returns how many there are. */
export async function lockMembers(tx: Queryable, scope: Scope): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`members ${scope.workspaceId}`}, 0))`.execute(tx)
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${sql.table('members')} m where ${inScope(scope, 'members', 'm')}`.execute(
    tx,
  )
  return rows[0]?.count ?? 0
}

export async function otherOwnerCount(tx: Queryable, scope: Scope, id: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${sql.table('members')} m
    where ${inScope(scope, 'members', 'm')} and m.role = 'owner' and m.confirmed_at is not null and m.id <> ${id}`.execute(
    tx,
  )
  return rows[0]?.count ?? 0
}

export interface NewMember {
  id: string
  email: string
  name: string | null
  role: MemberRole
  createdBy: string
}

/** False if another member has the address. */
export async function insertMember(
  tx: Queryable,
  scope: Scope,
  member: NewMember,
  now: Date,
): Promise<boolean> {
  const { id, email, name, role, createdBy } = member
  const { rows } = await sql`
    insert into members (workspace_id, id, email, name, role, created_at, created_by)
    values (${scope.workspaceId}, ${id}, ${email}, ${name}, ${role}, ${now}, ${createdBy})
    on conflict (workspace_id, email) do nothing returning id`.execute(tx)
  return rows.length > 0
}

export async function updateMember(
  tx: Queryable,
  scope: Scope,
  id: string,
  { name, role }: { name: string | null; role: MemberRole },
): Promise<void> {
  await sql`
    update members m set name = ${name}, role = ${role}
    where ${inScope(scope, 'members', 'm')} and m.id = ${id}`.execute(tx)
}

/** Also deletes the member's sessions and links. */
export async function deleteMember(tx: Queryable, scope: Scope, id: string): Promise<void> {
  await sql`delete from members m where ${inScope(scope, 'members', 'm')} and m.id = ${id}`.execute(tx)
}

export async function confirmMember(tx: Queryable, scope: Scope, id: string, now: Date): Promise<void> {
  await sql`
    update members m set confirmed_at = coalesce(confirmed_at, ${now}), last_sign_in_at = ${now}
    where ${inScope(scope, 'members', 'm')} and m.id = ${id}`.execute(tx)
}

export type ListedMember = Pick<
  MemberRow,
  'id' | 'email' | 'name' | 'role' | 'confirmed_at' | 'last_sign_in_at'
> & { workspace_id: string }

/** Lists every workspace's members for the operator's command. */
export async function allMembers(db: Queryable): Promise<ListedMember[]> {
  const { rows } = await sql<ListedMember>`
    select workspace_id, id, email, name, role, confirmed_at, last_sign_in_at
    from ${sql.table('members')} order by workspace_id, created_at, id`.execute(db)
  return rows
}

interface WorkspacePlace {
  id: string
  name: string
  mode: 'live' | 'sandbox'
}

/** The workspace, and its sandbox where it is a live one that has one. */
export async function ownWorkspaces(
  db: Queryable,
  workspaceId: string,
): Promise<{ own: WorkspacePlace; sandbox: WorkspacePlace | null }> {
  const { rows } = await sql<WorkspacePlace>`
    select id, name, case when sandbox_of is null then 'live' else 'sandbox' end as mode from workspaces
    where id = ${workspaceId} or (sandbox_of = ${workspaceId} and deactivated_at is null)`.execute(db)
  const own = rows.find(({ id }) => id === workspaceId)
  if (!own) throw new Error('the workspace of a session is gone')
  return { own, sandbox: rows.find(({ id }) => id !== workspaceId) ?? null }
}

export async function memberIdAt(db: Queryable, scope: Scope, email: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select m.id from ${sql.table('members')} m where ${inScope(scope, 'members', 'm')} and m.email = ${email}`.execute(
    db,
  )
  return rows[0]?.id
}

/** Active owners by their first day. */
export async function ownerRows(db: Queryable, scope: Scope): Promise<{ id: string; email: string }[]> {
  const { rows } = await sql<{ id: string; email: string }>`
    select m.id, m.email from ${sql.table('members')} m
    where ${inScope(scope, 'members', 'm')} and m.role = 'owner' and m.confirmed_at is not null
    order by m.created_at, m.id`.execute(db)
  return rows
}

/** The oldest workspace that nobody made for another one. */
export async function firstWorkspaceId(db: Queryable): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from workspaces where sandbox_of is null and parent_id is null and deactivated_at is null
    order by id limit 1`.execute(db)
  return rows[0]?.id
}
