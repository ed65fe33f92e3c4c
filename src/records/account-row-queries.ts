/** A connection may reach several accounts at its vendor. */
import { sql } from 'kysely'
import type { Write } from '../platform/outbox.ts'
import { nextId, type Queryable, type Scope } from '../platform/tenant.ts'
import type { StoredConnection } from './batch.ts'

/** Returns ids of the connection's accounts by the source's id, adding unknown ones. */
export async function accountIds(
  { tx, scope }: Write,
  connection: StoredConnection,
  externalIds: readonly string[],
): Promise<Map<string, string>> {
  if (externalIds.length === 0) return new Map()
  const wanted = [...new Set(externalIds)]
  await sql`
    insert into accounts (workspace_id, id, connection_id, provider, external_account_id)
    select ${scope.workspaceId}, ${nextId(scope, 'accounts')}, ${connection.id}, ${connection.provider}, wanted
    from unnest(${wanted}::text[]) wanted
    where wanted not in (select a.external_account_id from accounts a where a.workspace_id = ${scope.workspaceId}
      and a.provider = ${connection.provider} and a.external_account_id = any(${wanted}::text[]))`.execute(tx)
  const { rows } = await sql<{ id: string; external_account_id: string }>`
    select id, external_account_id from accounts
    where workspace_id = ${scope.workspaceId} and provider = ${connection.provider}
      and external_account_id = any(${wanted}::text[])`.execute(tx)
  return new Map(rows.map((row) => [row.external_account_id, row.id]))
}

/** Stores the connection's own account with its present name. */
export async function upsertConnectionAccount(
  tx: Queryable,
  scope: Scope,
  connectionId: string,
): Promise<void> {
  await sql`
    insert into accounts (workspace_id, id, connection_id, provider, external_account_id, name)
    select c.workspace_id, ${nextId(scope, 'accounts')}, c.id, c.provider, c.external_account_id, c.account_name
    from connections c where c.workspace_id = ${scope.workspaceId} and c.id = ${connectionId}
    on conflict (workspace_id, provider, external_account_id) do update
      set name = coalesce(excluded.name, accounts.name), connection_id = excluded.connection_id`.execute(tx)
}
