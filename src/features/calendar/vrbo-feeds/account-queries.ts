/** Vrbo accounts with the credentials they fetch with. An account is found by user name before the workspace is known. */
import { sql } from 'kysely'
import type { Queryable, Scope } from '../../../platform/tenant.ts'
import { wakeReader } from '../readers/look-queries.ts'

export interface NewPair {
  passwordHash: Buffer
  passwordEnd: string
}

/** false: the workspace has `most` unrevoked accounts already. */
export async function insertAccount(
  tx: Queryable,
  scope: Scope,
  { id, name, passwordHash, passwordEnd }: NewPair & { id: string; name: string },
  { at, most }: { at: Date; most: number },
): Promise<boolean> {
  await sql`select from workspaces where id = ${scope.workspaceId} for no key update`.execute(tx)
  const { numAffectedRows } = await sql`
    insert into vrbo_accounts (workspace_id, id, name, password_hash, password_end, created_at)
    select ${scope.workspaceId}, ${id}, ${name}, ${passwordHash}, ${passwordEnd}, ${at}
    where (select count(*) from vrbo_accounts where workspace_id = ${scope.workspaceId} and revoked_at is null) < ${most}`.execute(
    tx,
  )
  return Number(numAffectedRows ?? 0) > 0
}

/** false: there is no such account, or it is revoked. */
export async function replacePair(
  tx: Queryable,
  scope: Scope,
  id: string,
  { passwordHash, passwordEnd }: NewPair,
  at: Date,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update vrbo_accounts set password_hash = ${passwordHash}, password_end = ${passwordEnd}, rotated_at = ${at}
    where workspace_id = ${scope.workspaceId} and id = ${id} and revoked_at is null`.execute(tx)
  return Number(numAffectedRows ?? 0) > 0
}

export async function revokeAccount(tx: Queryable, scope: Scope, id: string, at: Date): Promise<void> {
  await sql`
    update vrbo_accounts set revoked_at = coalesce(revoked_at, ${at}), takes_calls = false
    where workspace_id = ${scope.workspaceId} and id = ${id}`.execute(tx)
}

/** false: there is no such account, or it is revoked. */
export async function setAccount(
  tx: Queryable,
  scope: Scope,
  id: string,
  { name, takesCalls }: { name: string | null; takesCalls: boolean | null },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update vrbo_accounts set name = coalesce(${name}, name), takes_calls = coalesce(${takesCalls}, takes_calls)
    where workspace_id = ${scope.workspaceId} and id = ${id} and revoked_at is null`.execute(tx)
  return Number(numAffectedRows ?? 0) > 0
}

export interface CallingAccount {
  id: string
  workspaceId: string
  name: string
  passwordHash: Buffer
  takesCalls: boolean
  createdAt: Date
  lastFetchedAt: Date | null
}

export async function accountOfUser(db: Queryable, username: string): Promise<CallingAccount | undefined> {
  const { rows } = await sql<CallingAccount>`
    select id, workspace_id::text as "workspaceId", name, password_hash as "passwordHash", takes_calls as "takesCalls",
           created_at as "createdAt", last_fetched_at as "lastFetchedAt"
    from vrbo_accounts where id = ${username} and revoked_at is null`.execute(db)
  return rows[0]
}

export async function noteFetched(db: Queryable, scope: Scope, id: string, at: Date): Promise<void> {
  await sql`
    update vrbo_accounts set last_fetched_at = greatest(last_fetched_at, ${at}::timestamptz)
    where workspace_id = ${scope.workspaceId} and id = ${id}`.execute(db)
}

/** How many of the last fetch times are kept. */
const keptReads = 9

/**
 * Notes a fetch of the availability index. Ending an account locks its looks in listing order before the account; wait
 * for them in the same order.
 */
export async function noteRead(db: Queryable, scope: Scope, id: string, at: Date): Promise<void> {
  await sql`
    with exposed as materialized (
      select r.workspace_id, r.reader_id, r.listing_id, false as is_over from reader_looks r
      where r.workspace_id = ${scope.workspaceId} and r.door = 'vrbo' and r.reader_id = ${id} and r.exposed_since is not null
      order by r.listing_id for update
    ), account as (
      update vrbo_accounts a
      set reads = (a.reads || ${at}::timestamptz(3))[greatest(1, cardinality(a.reads) + 2 - ${keptReads}::int):]
      where a.workspace_id = ${scope.workspaceId} and a.id = ${id} and (select count(*) from exposed) >= 0
    ) ${wakeReader(scope, 'vrbo', sql`exposed`)}`.execute(db)
}
