import { sql } from 'kysely'
import { notifyWork } from '../platform/due-work/work-notices.ts'
import { takeLockInOrder } from '../platform/lock-order.ts'
import type { Queryable, Scope } from '../platform/tenant.ts'
import type { ConnectionKey } from '../services.ts'
import type { StoredConnection } from '../records/batch.ts'

export interface ImportSelection {
  entities: string[]
  /** Only reservations changed at or after this time are read. */
  since: string | null
  at: string
}

export interface SyncedConnection extends StoredConnection, ConnectionKey {
  watermarks: Record<string, string>
  lastFullAt: Date | null
  lastReconciledAt: Date | null
  /** The API or a migration last requested a comparison of all stays at this time. */
  reconciliationWantedAt: Date | null
  /** A migration asked for these records to be read again. */
  importWanted: ImportSelection | null
  /** Only these kinds of records are read; null reads all. */
  importScope: string[] | null
  /** Stays that ended before this day are not read; null reads all. */
  historyFrom: string | null
  /** The owner granted these permissions, in the vendor's words; null if unknown. */
  granted: string[] | null
  /** True if the vendor sends us webhooks. */
  hasInbound: boolean
  /** The webhook of a new connection is still to be registered. */
  inboundDue: boolean
  /** This registration is removed at the vendor once its successor exists. */
  retiredInbound: unknown
}

const isRefused = ({ workspaceId }: Scope) => sql<boolean>`exists (
  select from refused_access r where r.workspace_id = ${workspaceId} and r.connection_id = c.id)`

export async function syncedConnection(
  db: Queryable,
  scope: Scope,
  id: string,
): Promise<SyncedConnection | undefined> {
  const { rows } = await sql<SyncedConnection>`
    select c.id, c.provider, c.status, c.credentials, c.watermarks, c.connected_at as "connectedAt",
           c.first_import_at is null as importing, c.last_full_at as "lastFullAt",
           c.last_reconciled_at as "lastReconciledAt", c.reconciliation_wanted_at as "reconciliationWantedAt",
           c.import_wanted as "importWanted", c.import_scope as "importScope", c.history_from::text as "historyFrom", c.granted, c.inbound is not null as "hasInbound", c.inbound_due as "inboundDue",
           c.retired_inbound as "retiredInbound", a.id as "accountId", ${isRefused(scope)} as "isRefused"
    from connections c
    left join accounts a on a.workspace_id = c.workspace_id and a.provider = c.provider
                        and a.external_account_id = c.external_account_id
    where c.workspace_id = ${scope.workspaceId} and c.id = ${id}`.execute(db)
  return rows[0]
}

export async function connectionKey(
  db: Queryable,
  scope: Scope,
  id: string,
): Promise<ConnectionKey | undefined> {
  const { rows } = await sql<ConnectionKey>`
    select c.id, c.status, c.credentials, ${isRefused(scope)} as "isRefused" from connections c
    where c.workspace_id = ${scope.workspaceId} and c.id = ${id}`.execute(db)
  return rows[0]
}

/** Reads the session, which is stored with the connection or with its migration's watch. */
export async function connectionSession(db: Queryable, scope: Scope, id: string): Promise<Buffer | null> {
  const { rows } = await sql<{ session: Buffer | null }>`
    select coalesce(c.session, m.session) as session from connections c
    left join migration_watches m on m.workspace_id = c.workspace_id and m.connection_id = c.id and m.ended_at is null
    where c.workspace_id = ${scope.workspaceId} and c.id = ${id}`.execute(db)
  return rows[0]?.session ?? null
}

/**
 * Stores the session only while the account is open, because a disconnect must keep secrets deleted. A
 * cutover or rollback may move it meanwhile, so both places are tried until one is found.
 */
export async function storeConnectionSession(
  db: Queryable,
  scope: Scope,
  id: string,
  session: Buffer,
): Promise<void> {
  const withConnection = async () => {
    const { numAffectedRows = 0n } = await sql`
      update connections set session = ${session}
      where workspace_id = ${scope.workspaceId} and id = ${id} and credentials is not null`.execute(db)
    return numAffectedRows > 0n
  }
  const withWatch = async () => {
    const { numAffectedRows = 0n } = await sql`
      update migration_watches set session = ${session}
      where workspace_id = ${scope.workspaceId} and connection_id = ${id} and credentials is not null`.execute(
      db,
    )
    return numAffectedRows > 0n
  }
  if ((await withConnection()) || (await withWatch())) return
  await withConnection()
}

/** Schedules a look at the connection, keeping an earlier plan; inserts the row for a new one. */
export const wakeConnectionSql = (scope: Scope, connectionId: string, at: Date) => sql`
  insert into sync_schedule as s (workspace_id, connection_id, wake_at)
  values (${scope.workspaceId}, ${connectionId}, ${at})
  on conflict (workspace_id, connection_id) do update
    set wake_at = least(s.wake_at, excluded.wake_at)`

export async function wakeConnection(
  db: Queryable,
  scope: Scope,
  connectionId: string,
  at: Date,
): Promise<void> {
  takeLockInOrder(db, 'schedule')
  await wakeConnectionSql(scope, connectionId, at).execute(db)
  await notifyWork(db, 'sync')
}
