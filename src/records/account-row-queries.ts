/** A connection may reach several accounts at its vendor. */
import { sql } from 'kysely'
import type { Write } from '../platform/outbox.ts'
import { newId, newIds, type Queryable, type Scope } from '../platform/tenant.ts'
import type { StoredConnection } from './batch.ts'

/** Returns ids of the connection's accounts by the source's id, adding unknown ones. */
export async function accountIds(
  { tx, scope }: Write,
  connection: StoredConnection,
  externalIds: readonly string[],
): Promise<Map<string, string>> {
  if (externalIds.length === 0) return new Map()
  const wanted = [...new Set(externalIds)]
  const { rows } = await sql<{ id: string; external_account_id: string }>`
    select id, external_account_id from accounts
    where workspace_id = ${scope.workspaceId} and provider = ${connection.provider}
      and external_account_id = any(${wanted}::text[])`.execute(tx)
  const ids = new Map(rows.map((row) => [row.external_account_id, row.id]))
  const unknown = wanted.filter((externalId) => !ids.has(externalId))
  if (unknown.length === 0) return ids
  // A worker of Citus cannot draw an id where it finds what is unknown.
  const next = await newIds(tx, scope, 'accounts', unknown.length)
  const added = unknown.map((externalId) => ({ id: next(), externalId }))
  await sql`
    insert into accounts (workspace_id, id, connection_id, provider, external_account_id)
    select ${scope.workspaceId}, id, ${connection.id}, ${connection.provider}, external_account_id
    from unnest(${added.map(({ id }) => id)}::bigint[], ${unknown}::text[]) as added (id, external_account_id)`.execute(
    tx,
  )
  for (const { id, externalId } of added) ids.set(externalId, id)
  return ids
}

/** Stores the connection's own account with its present name. */
export async function upsertConnectionAccount(
  tx: Queryable,
  scope: Scope,
  connectionId: string,
): Promise<void> {
  const id = await newId(tx, scope, 'accounts')
  await sql`
    insert into accounts (workspace_id, id, connection_id, provider, external_account_id, name)
    select c.workspace_id, ${id}::bigint, c.id, c.provider, c.external_account_id, c.account_name
    from connections c where c.workspace_id = ${scope.workspaceId} and c.id = ${connectionId}
    on conflict (workspace_id, provider, external_account_id) do update
      set name = coalesce(excluded.name, accounts.name), connection_id = excluded.connection_id`.execute(tx)
}
