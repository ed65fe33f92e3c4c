/** Finds what the records of a page refer to, and which of them are stored unchanged. */
import { sql } from 'kysely'
import { prepared } from '../platform/prepared-statements.ts'
import type { Queryable, Scope } from '../platform/tenant.ts'
import type { ListingRef } from './batch.ts'

type Matched = readonly [scope: Scope, connectionId: string, externalIds: readonly string[]]

const matching = (...[scope, connectionId, externalIds]: Matched) =>
  sql`workspace_id = ${scope.workspaceId} and connection_id = ${connectionId}
    and external_id = any(${externalIds}::text[])`

export const listingsNamed = (...[scope, connectionId, externalIds]: Matched) =>
  sql<ListingRef>`
    select l.id::text, k.external_id, kept.by_it as is_kept, case when kept.by_it then l.account_id::text end as account_id,
           l.time_zone, l.active
    from listing_links k
    join listings l on l.workspace_id = k.workspace_id and l.id = k.listing_id
    cross join lateral (
      select (l.connection_id, l.external_id) is not distinct from (k.connection_id, k.external_id) as by_it) kept
    where k.workspace_id = ${scope.workspaceId} and k.connection_id = ${connectionId}
      and k.external_id = any(${externalIds}::text[])`

export const unitsNamed = (...matched: Matched) =>
  sql<{
    id: string
    external_id: string
    name: string | null
  }>`select id::text, external_id, name from units where ${matching(...matched)}`

type HashedTable = 'units' | 'reservations' | 'inquiries' | 'conversations' | 'reviews'
export const hashesOf = (table: HashedTable, ...matched: Matched) =>
  sql<{ external_id: string; hash: string | null }>`
    select external_id, encode(source_hash, 'hex') as hash from ${sql.table(table)} where ${matching(...matched)}`

export const byExternalId = <Row extends { external_id: string }, V>(
  rows: readonly Row[],
  value: (row: Row) => V,
) => new Map(rows.map((row) => [row.external_id, value(row)]))

/** Returns the listings that a connection names this way, whichever account keeps them. */
export async function listingRefs(
  db: Queryable,
  scope: Scope,
  connectionId: string,
  externalIds: readonly string[],
): Promise<Map<string, ListingRef>> {
  const { rows } =
    await sql<ListingRef>`${listingsNamed(scope, connectionId, externalIds)} ${prepared}`.execute(db)
  return byExternalId(rows, (row) => row)
}

/** Returns by external id the hash that each stored record was made from. */
export async function storedHashes(
  db: Queryable,
  scope: Scope,
  table: HashedTable,
  connectionId: string,
  externalIds: readonly string[],
): Promise<Map<string, string | null>> {
  const hashes = hashesOf(table, scope, connectionId, externalIds)
  const { rows } = await sql<{ external_id: string; hash: string | null }>`${hashes} ${prepared}`.execute(db)
  return byExternalId(rows, ({ hash }) => hash)
}
