import { sql } from 'kysely'
import type { Queryable, Scope } from '../platform/tenant.ts'
import type { RefusedAccess } from './refused-access.ts'

const columns = sql`r.kind, r.refused_at as "refusedAt", r.confirmed_at as "confirmedAt", r.retry_at as "retryAt", r.retries,
  r.clock_ahead_ms::float8 as "clockAheadMs"`

export async function refusedAccess(
  db: Queryable,
  scope: Scope,
  connectionId: string,
): Promise<RefusedAccess | null> {
  const { rows } = await sql<RefusedAccess>`
    select ${columns} from refused_access r
    where r.workspace_id = ${scope.workspaceId} and r.connection_id = ${connectionId}`.execute(db)
  return rows[0] ?? null
}

/** Stores a refusal only while the refused credentials are current. Returns whether it did. */
export async function storeRefusedAccess(
  db: Queryable,
  scope: Scope,
  { id, credentials }: { id: string; credentials: Buffer | null },
  access: RefusedAccess,
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    insert into refused_access
      (workspace_id, connection_id, kind, refused_at, confirmed_at, retry_at, retries, clock_ahead_ms)
    select workspace_id, id, ${access.kind}, ${access.refusedAt}::timestamptz, ${access.confirmedAt}::timestamptz,
           ${access.retryAt}::timestamptz, ${access.retries}::int, ${access.clockAheadMs}::bigint
    from connections
    where workspace_id = ${scope.workspaceId} and id = ${id} and status in ('active', 'error')
      and credentials = ${credentials}
    on conflict (workspace_id, connection_id) do update
      set kind = excluded.kind, refused_at = excluded.refused_at, confirmed_at = excluded.confirmed_at, retry_at = excluded.retry_at,
          retries = excluded.retries, clock_ahead_ms = excluded.clock_ahead_ms`.execute(db)
  return numAffectedRows > 0n
}

/** Called once the vendor accepts the access, or it was removed. */
export async function forgetRefusedAccess(db: Queryable, scope: Scope, connectionId: string): Promise<void> {
  await sql`
    delete from refused_access
    where workspace_id = ${scope.workspaceId} and connection_id = ${connectionId}`.execute(db)
}
