/** Keeps digests of rows of the vendor's lists of stays, beside what was made of them. */
import { sql } from 'kysely'
import { prepared } from '../../../platform/prepared-statements.ts'
import type { Queryable, Scope } from '../../../platform/tenant.ts'

export interface RowDigest {
  externalId: string
  digest: string
}

/** Selects the stored record of a row, by the kind it became. */
const stored = (scope: Scope) => sql`
  select r.source_hash, r.listing_id, r.check_out from reservations r
  where m.kind = 'reservation' and r.workspace_id = ${scope.workspaceId} and r.connection_id = m.connection_id
    and r.external_id = m.external_id
  union all
  select i.source_hash, i.listing_id, null from inquiries i
  where m.kind = 'inquiry' and i.workspace_id = ${scope.workspaceId} and i.connection_id = m.connection_id
    and i.external_id = m.external_id
  union all
  select ''::bytea, null, null where m.kind = 'block'`

/**
 * `news`: rows whose stored record is missing, was changed, or has another listing, and unknown rows. Stays not over by
 * `endedBefore` count as news. `blocks`: other rows that need no storing.
 */
export async function sortRows(
  db: Queryable,
  scope: Scope,
  connectionId: string,
  rows: readonly RowDigest[],
  endedBefore: string | null,
): Promise<{ news: string[]; blocks: string[] }> {
  const ids = rows.map(({ externalId }) => externalId)
  const found = await sql<{ externalId: string; isBlock: boolean }>`
    select g.external_id as "externalId", m.kind is not null as "isBlock"
    from unnest(${ids}::text[], ${rows.map(({ digest }) => digest)}::text[]) g (external_id, digest)
    left join (
      select m.external_id, m.row_digest, m.kind from sync_rows m
      cross join lateral (${stored(scope)}) t
      where m.workspace_id = ${scope.workspaceId} and m.connection_id = ${connectionId}
        and m.external_id = any(${ids}::text[]) and t.source_hash = m.source_hash
        and (${endedBefore}::date is null or t.check_out is null or t.check_out < ${endedBefore}::date)
        and (m.listing_external_id is null or exists (
          select from listing_links k
          where k.workspace_id = ${scope.workspaceId} and k.connection_id = m.connection_id
            and k.external_id = m.listing_external_id and k.listing_id = t.listing_id))
        and (m.kind = 'reservation' or not exists (
          select from reservations b
          where b.workspace_id = ${scope.workspaceId} and b.connection_id = m.connection_id and b.external_id = m.external_id
            and b.status <> 'cancelled'))
    ) m on m.external_id = g.external_id and m.row_digest = g.digest
    where m.kind is null or m.kind = 'block' ${prepared}`.execute(db)
  const idsOf = (isBlock: boolean) =>
    found.rows.filter((row) => row.isBlock === isBlock).map(({ externalId }) => externalId)
  return { news: idsOf(false), blocks: idsOf(true) }
}

export interface StoredRow extends RowDigest {
  kind: 'reservation' | 'inquiry' | 'block'
  listingExternalId: string | null
}

/** Stores digests of records just stored, each once. A record without a hash must be read again. */
export async function keepRows(
  db: Queryable,
  scope: Scope,
  connectionId: string,
  rows: readonly StoredRow[],
): Promise<void> {
  if (rows.length === 0) return
  await sql`
    insert into sync_rows as s (workspace_id, connection_id, external_id, kind, listing_external_id, row_digest, source_hash)
    select m.workspace_id, m.connection_id, m.external_id, m.kind, m.listing_external_id, m.digest, t.source_hash
    from (
      select ${scope.workspaceId}::bigint as workspace_id, ${connectionId}::bigint as connection_id, g.*
      from unnest(
        ${rows.map(({ externalId }) => externalId)}::text[], ${rows.map(({ kind }) => kind)}::text[],
        ${rows.map(({ listingExternalId }) => listingExternalId)}::text[], ${rows.map(({ digest }) => digest)}::text[]
      ) g (external_id, kind, listing_external_id, digest)) m
    cross join lateral (${stored(scope)}) t
    where t.source_hash is not null
    on conflict (workspace_id, connection_id, external_id) do update
      set kind = excluded.kind, listing_external_id = excluded.listing_external_id, row_digest = excluded.row_digest,
          source_hash = excluded.source_hash ${prepared}`.execute(db)
}

/** Call it when a connection ends. */
export async function dropRows(db: Queryable, scope: Scope, connectionId: string): Promise<void> {
  await sql`
    delete from sync_rows
    where workspace_id = ${scope.workspaceId} and connection_id = ${connectionId}`.execute(db)
}
