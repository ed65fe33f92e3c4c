/** Moves an account's stays and threads of one listing to another. */
import { sql } from 'kysely'
import type { Queryable, Scope } from '../../platform/tenant.ts'

/** Rows of the connection belong to this link only if the connection has no other link to the listing. */
const ofOneLink = (scope: Scope, connectionId: string, listingId: string) => sql`
  workspace_id = ${scope.workspaceId} and connection_id = ${connectionId} and listing_id = ${listingId}
  and (select count(*) from listing_links k where k.workspace_id = ${scope.workspaceId}
       and k.connection_id = ${connectionId} and k.listing_id = ${listingId}) <= 1`

export async function staysOfLink(
  tx: Queryable,
  scope: Scope,
  connectionId: string,
  listingId: string,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from reservations where ${ofOneLink(scope, connectionId, listingId)} order by id`.execute(tx)
  return rows.map(({ id }) => id)
}

export async function moveStays(
  tx: Queryable,
  scope: Scope,
  ids: readonly string[],
  to: string,
  at: Date,
): Promise<void> {
  await sql`
    update reservations set listing_id = ${to}, unit_id = null, updated_at = ${at}
    where workspace_id = ${scope.workspaceId} and id = any(${ids}::bigint[])`.execute(tx)
}

export async function moveThreads(
  tx: Queryable,
  scope: Scope,
  { connectionId, from, to, at }: { connectionId: string; from: string; to: string; at: Date },
): Promise<void> {
  for (const table of ['conversations', 'inquiries', 'reviews', 'special_offers'] as const) {
    await sql`
      update ${sql.table(table)} set listing_id = ${to}, updated_at = ${at}
      where ${ofOneLink(scope, connectionId, from)}`.execute(tx)
  }
}
