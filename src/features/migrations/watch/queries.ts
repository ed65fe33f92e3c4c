/** Accounts watched after a cutover. Only the worker's queries span workspaces. */
import { sql } from 'kysely'
import { claimEach, findDueInTurn, findOldestDue } from '../../../platform/fairness/due-rows.ts'
import type { DueTable, WorkerPlaces } from '../../../platform/fairness/turns-sql.ts'
import type { Queryable, Scope } from '../../../platform/tenant.ts'
import { limitStays } from '../../../upstream/import-scope.ts'
import type { KnownStay } from './found-stays.ts'
import type { WatchedConnection } from './record-watch-access.ts'

export interface WatchRow {
  workspace_id: string
  connection_id: string
  provider: string
  looks: boolean
  started_at: Date
  until: Date
  ended_at: Date | null
  ended_by: 'time' | 'rollback' | 'deactivation' | null
  looked_at: Date | null
  found: number
  errors: number
  last_error: string | null
}

/** Watches of these migrations, in one statement. */
export async function watchRows(
  db: Queryable,
  scope: Scope,
  workspaceIds: readonly string[],
): Promise<WatchRow[]> {
  const { rows } = await sql<WatchRow>`
    select m.workspace_id, m.connection_id, c.provider, m.looks, m.started_at, m.until, m.ended_at, m.ended_by, m.looked_at,
           m.found, m.errors, m.last_error
    from workspaces w
    join migration_watches m on m.workspace_id = w.id
    join connections c on c.workspace_id = m.workspace_id and c.id = m.connection_id
    where w.parent_id = ${scope.workspaceId} and w.id = any(${workspaceIds}::bigint[])
    order by m.workspace_id, m.connection_id`.execute(db)
  return rows
}

/** Deletes watches of an earlier cutover that was rolled back. */
export async function deleteWatches(tx: Queryable, child: Scope): Promise<void> {
  await sql`delete from migration_watches where workspace_id = ${child.workspaceId}`.execute(tx)
}

/** Without imported stays there is nothing to compare: the access is kept, but no look happens. */
export async function insertWatches(
  tx: Queryable,
  child: Scope,
  { kept, readable }: { kept: readonly string[]; readable: readonly string[] },
  { at, until }: { at: Date; until: Date },
): Promise<void> {
  await sql`
    insert into migration_watches (workspace_id, connection_id, started_at, until, credentials, credentials_key_id,
                                   session, next_look_at, since, looks)
    select c.workspace_id, c.id, ${at}::timestamptz, ${until}::timestamptz, c.credentials, c.credentials_key_id,
           c.session, ${at}::timestamptz, c.watermarks ->> 'reservations',
           c.id = any(${readable}::bigint[]) and (c.import_scope is null or c.import_scope && ${limitStays}::text[])
    from connections c
    where c.workspace_id = ${child.workspaceId} and c.id = any(${kept}::bigint[])`.execute(tx)
}

export interface WatchedAccess {
  connectionId: string
  provider: string
  credentials: Buffer | null
  credentialsKeyId: string | null
  session: Buffer | null
}

/** The access of watched accounts, locked until the transaction ends. */
export async function lockWatches(tx: Queryable, child: Scope): Promise<WatchedAccess[]> {
  await sql`
    select connection_id from migration_watches where workspace_id = ${child.workspaceId} and ended_at is null
    order by connection_id for update`.execute(tx)
  const { rows } = await sql<WatchedAccess>`
    select m.connection_id as "connectionId", c.provider, m.credentials, m.credentials_key_id as "credentialsKeyId",
           m.session
    from migration_watches m
    join connections c on c.workspace_id = m.workspace_id and c.id = m.connection_id
    where m.workspace_id = ${child.workspaceId} and m.ended_at is null
    order by m.connection_id`.execute(tx)
  return rows
}

export async function endWatches(
  tx: Queryable,
  child: Scope,
  { by, at }: { by: NonNullable<WatchRow['ended_by']>; at: Date },
): Promise<WatchedConnection[]> {
  const { rows } = await sql<WatchedConnection>`
    update migration_watches
    set ended_at = ${at}, ended_by = ${by}, credentials = null, credentials_key_id = null, session = null,
        next_look_at = null, holder = null
    where workspace_id = ${child.workspaceId} and ended_at is null
    returning workspace_id, connection_id`.execute(tx)
  return rows
}

const watches = { table: 'migration_watches', key: { connection_id: 'bigint' } } as const

/** Ends watches of all workspaces whose time is over. */
export async function endOverdueWatches(
  tx: Queryable,
  now: Date,
  limit: number,
): Promise<WatchedConnection[]> {
  const table: DueTable = { ...watches, due: 'until', where: sql`ended_at is null` }
  return claimEach(await findOldestDue(tx, table, now, limit), ({ workspaceId, lockFree }) =>
    sql<WatchedConnection>`
      update migration_watches
      set ended_at = until, ended_by = 'time', credentials = null, credentials_key_id = null, session = null,
          next_look_at = null, holder = null
      where workspace_id = ${workspaceId} and connection_id in ${lockFree}
      returning workspace_id, connection_id`.execute(tx),
  )
}

export interface ClaimedWatch {
  workspace_id: string
  connection_id: string
  provider: string
  credentials: Buffer | null
  since: string | null
  cursor: string | null
  import_scope: string[] | null
}

/** Leases due watches of all workspaces. */
export async function claimWatches(
  db: Queryable,
  { now, leaseUntil, holder }: { now: Date; leaseUntil: Date; holder: string },
  places: WorkerPlaces,
): Promise<ClaimedWatch[]> {
  const where = sql`ended_at is null and looks and until > ${now}`
  const table: DueTable = { ...watches, due: 'next_look_at', where }
  return claimEach(await findDueInTurn(db, table, now, places), ({ workspaceId, lockFree }) =>
    sql<ClaimedWatch>`
      update migration_watches m
      set holder = ${holder}::uuid, next_look_at = ${leaseUntil}
      from connections c
      where m.workspace_id = ${workspaceId} and m.connection_id in ${lockFree}
        and c.workspace_id = ${workspaceId} and c.id = m.connection_id
      returning m.workspace_id, m.connection_id, c.provider, m.credentials, m.since, m.cursor, c.import_scope`.execute(
      db,
    ),
  )
}

interface WatchLease {
  connectionId: string
  holder: string
}

/** Locks the row until the transaction ends; false if the watch ended or another process has the lease. */
export async function hasWatchLease(
  tx: Queryable,
  child: Scope,
  { connectionId, holder }: WatchLease,
  now: Date,
): Promise<boolean> {
  const { rows } = await sql`
    select from migration_watches
    where workspace_id = ${child.workspaceId} and connection_id = ${connectionId} and holder = ${holder}::uuid
      and ended_at is null and until > ${now}
    for update`.execute(tx)
  return rows.length > 0
}

/** Stores the cursor after a page and extends the lease. */
export async function updateWatchPage(
  tx: Queryable,
  child: Scope,
  { connectionId, holder }: WatchLease,
  { cursor, found, leaseUntil }: { cursor: string; found: number; leaseUntil: Date },
): Promise<void> {
  await sql`
    update migration_watches
    set cursor = ${cursor}, found = found + ${found}, next_look_at = ${leaseUntil}, last_error = null
    where workspace_id = ${child.workspaceId} and connection_id = ${connectionId} and holder = ${holder}::uuid`.execute(
    tx,
  )
}

export async function updateWatchLook(
  tx: Queryable,
  child: Scope,
  { connectionId, holder }: WatchLease,
  look: { since: string | null; found: number; began: Date; next: Date; error: string | null },
): Promise<void> {
  await sql`
    update migration_watches
    set cursor = null, since = coalesce(${look.since}, since), found = found + ${look.found}, looked_at = ${look.began},
        next_look_at = ${look.next}, holder = null, last_error = ${look.error}
    where workspace_id = ${child.workspaceId} and connection_id = ${connectionId} and holder = ${holder}::uuid`.execute(
    tx,
  )
}

/**
 * A failed look continues where it stopped. After a second failure at the same place it starts over, since no cursor is
 * valid forever.
 */
export async function updateFailedWatch(
  db: Queryable,
  child: Scope,
  { connectionId, holder }: WatchLease,
  { error, next }: { error: string; next: Date },
): Promise<void> {
  await sql`
    update migration_watches
    set errors = errors + 1, last_error = ${error}, next_look_at = ${next}, holder = null,
        cursor = case when last_error is null then cursor end
    where workspace_id = ${child.workspaceId} and connection_id = ${connectionId} and holder = ${holder}::uuid
      and ended_at is null`.execute(db)
}

export async function knownStays(
  db: Queryable,
  child: Scope,
  connectionId: string,
  externalIds: readonly string[],
): Promise<Map<string, KnownStay>> {
  const { rows } = await sql<KnownStay>`
    select external_id, id, listing_id, status, check_in::text, check_out::text from reservations
    where workspace_id = ${child.workspaceId} and connection_id = ${connectionId}
      and external_id = any(${externalIds}::text[])`.execute(db)
  return new Map(rows.map((row) => [row.external_id, row]))
}

/** Returns which of these stays are new or changed since they were last reported. */
export async function insertFoundStays(
  tx: Queryable,
  child: Scope,
  connectionId: string,
  stays: readonly { externalId: string; seen: string }[],
  at: Date,
): Promise<Set<string>> {
  const { rows } = await sql<{ external_id: string }>`
    insert into migration_watch_stays as told (workspace_id, connection_id, external_id, seen, found_at)
    select ${child.workspaceId}::bigint, ${connectionId}::bigint, s.external_id, s.seen, ${at}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(stays.map(({ externalId, seen }) => ({ external_id: externalId, seen })))}::jsonb)
      as s (external_id text, seen text)
    on conflict (workspace_id, connection_id, external_id) do update
      set seen = excluded.seen, found_at = excluded.found_at where told.seen <> excluded.seen
    returning external_id`.execute(tx)
  return new Set(rows.map((row) => row.external_id))
}

export async function linkedListing(
  db: Queryable,
  child: Scope,
  connectionId: string,
  externalIds: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ external_id: string; listing_id: string }>`
    select external_id, listing_id from listing_links
    where workspace_id = ${child.workspaceId} and connection_id = ${connectionId}
      and external_id = any(${externalIds}::text[])`.execute(db)
  return new Map(rows.map((row) => [row.external_id, row.listing_id]))
}
