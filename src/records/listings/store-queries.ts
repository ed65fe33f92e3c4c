import { sql } from 'kysely'
import type { Write } from '../../platform/outbox.ts'
import type { Queryable, Scope } from '../../platform/tenant.ts'
import type { OwnValues } from './own-values.ts'
import { columnList, columnNames } from '../column-queries.ts'
import { channelsOf, type ShownChannel } from './channels-sql.ts'

export interface ListingToStore {
  id: string
  external_id: string
  account_id: string | null
  model: string
  name: string
  public_name: string | null
  street: string | null
  city: string | null
  state: string | null
  postal_code: string | null
  country_code: string | null
  latitude: string | null
  longitude: string | null
  time_zone: string | null
  currency: string | null
  lifecycle_status: string | null
  thumbnail_url: string | null
  default_nightly_price: string | null
  min_nights: number | null
  max_nights: number | null
  unit_count: number
  content: object | null
  details: object | null
  amenities: object[]
  photos: object[]
  source_hash: string
}

const columnTypes = {
  external_id: 'text',
  account_id: 'bigint',
  model: 'text',
  name: 'text',
  public_name: 'text',
  street: 'text',
  city: 'text',
  state: 'text',
  postal_code: 'text',
  country_code: 'text',
  latitude: 'numeric(9, 6)',
  longitude: 'numeric(9, 6)',
  time_zone: 'text',
  currency: 'text',
  lifecycle_status: 'text',
  thumbnail_url: 'text',
  default_nightly_price: 'numeric',
  min_nights: 'integer',
  max_nights: 'integer',
  unit_count: 'integer',
  content: 'jsonb',
  details: 'jsonb',
  amenities: 'jsonb',
  photos: 'jsonb',
} satisfies Record<Exclude<keyof ListingToStore, 'id' | 'source_hash'>, string>

const names = columnNames(columnTypes)
const record = sql`r (id bigint, ${columnList(columnTypes)}, source_hash text)`

export interface LinkedListing {
  external_id: string
  is_kept: boolean
  hash: string | null
}

/** Returns by external id whether the connection keeps the listing, and the hash of its source. */
export async function linkedListings(
  db: Queryable,
  scope: Scope,
  connectionId: string,
  externalIds: readonly string[],
): Promise<Map<string, LinkedListing>> {
  const { rows } = await sql<LinkedListing>`
    select k.external_id, encode(l.source_hash, 'hex') as hash,
           (l.connection_id, l.external_id) is not distinct from (k.connection_id, k.external_id) as is_kept
    from listing_links k
    join listings l on l.workspace_id = k.workspace_id and l.id = k.listing_id
    where k.workspace_id = ${scope.workspaceId} and k.connection_id = ${connectionId}
      and k.external_id = any(${externalIds}::text[])`.execute(db)
  return new Map(rows.map((row) => [row.external_id, row]))
}

export interface StoredListing {
  id: string
  revision: number
  own: OwnValues
  is_archived: boolean
  channels: ShownChannel[]
  /** Markups by channel listing. */
  markups: Record<string, string | null>
  columns: Record<string, unknown>
}

type StoredColumns = Record<string, unknown> & Omit<StoredListing, 'columns'>

export async function storedListings(
  db: Queryable,
  scope: Scope,
  connectionId: string,
  externalIds: readonly string[],
): Promise<Map<string, StoredListing>> {
  const { rows } = await sql<StoredColumns>`
    select id, revision, own_values as own, archived_at is not null as is_archived, ${channelsOf('listings', scope)} as channels,
           (select coalesce(jsonb_object_agg(c.platform || ' ' || c.external_id, c.markup_percent), '{}') from channel_links c
            where c.workspace_id = ${scope.workspaceId} and c.listing_id = listings.id) as markups, ${names}
    from listings
    where workspace_id = ${scope.workspaceId} and connection_id = ${connectionId}
      and external_id = any(${externalIds}::text[])`.execute(db)
  return new Map(
    rows.map(({ id, revision, own, is_archived, channels, markups, ...columns }) => [
      String(columns.external_id),
      { id, revision, own, is_archived, channels, markups, columns },
    ]),
  )
}

/** The new listings are kept by the connection and linked to it. */
export async function insertListings(
  db: Queryable,
  scope: Scope,
  connectionId: string,
  rows: readonly ListingToStore[],
  at: Date,
): Promise<void> {
  if (rows.length === 0) return
  await sql`
    with added as (
      insert into listings (workspace_id, connection_id, id, ${names}, source_hash, created_at, updated_at)
      select ${scope.workspaceId}, ${connectionId}, id, ${names}, decode(source_hash, 'hex'), ${at}, ${at}
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as ${record}
      returning workspace_id, connection_id, external_id, id, created_at
    )
    insert into listing_links (workspace_id, connection_id, external_id, listing_id, created_at)
    select workspace_id, connection_id, external_id, id, created_at from added`.execute(db)
}

export async function updateListings(
  db: Queryable,
  scope: Scope,
  rows: readonly ListingToStore[],
  at: Date,
): Promise<void> {
  if (rows.length === 0) return
  await sql`
    update listings t
    set (${names}, source_hash) = row(${columnNames(columnTypes, 'r')}, decode(r.source_hash, 'hex')),
        archived_at = null, revision = t.revision + 1, updated_at = ${at}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as ${record}
    where t.workspace_id = ${scope.workspaceId} and t.id = r.id`.execute(db)
}

/** The listings already match their source, so only the source's hash is stored. */
export async function noteSources(
  db: Queryable,
  scope: Scope,
  rows: readonly Pick<ListingToStore, 'id' | 'source_hash'>[],
): Promise<void> {
  if (rows.length === 0) return
  await sql`
    update listings t set source_hash = decode(r.source_hash, 'hex')
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (id bigint, source_hash text)
    where t.workspace_id = ${scope.workspaceId} and t.id = r.id`.execute(db)
}

export async function listingIds(
  db: Queryable,
  scope: Scope,
  connectionId: string,
  externalIds: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from listings
    where workspace_id = ${scope.workspaceId} and connection_id = ${connectionId}
      and external_id = any(${externalIds}::text[])`.execute(db)
  return rows.map((row) => row.id)
}

/** Archives listings the source no longer has. Their data and their active flag stay. */
export async function archiveListings(
  { tx, scope, at }: Write,
  ids: readonly string[],
): Promise<{ id: string; revision: number }[]> {
  const { rows } = await sql<{ id: string; revision: number }>`
    update listings set archived_at = ${at}, updated_at = ${at}, source_hash = null, revision = revision + 1
    where workspace_id = ${scope.workspaceId} and id = any(${ids}::bigint[]) and archived_at is null
    returning id, revision`.execute(tx)
  return rows
}
