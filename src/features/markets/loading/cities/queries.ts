import { sql } from 'kysely'
import type { ListOrdering, PageRequest } from '../../../../http/list.ts'
import type { Queryable } from '../../../../platform/tenant.ts'

export interface LoadedFiles {
  city: string
  takenOn: string
  listings: number
}

/** Returns the snapshot made of exactly these files. */
export async function snapshotOfFiles(
  db: Queryable,
  { key, country, currency }: { key: string; country: string; currency: string },
  hash: Buffer,
): Promise<LoadedFiles | undefined> {
  const { rows } = await sql<LoadedFiles>`
    select m.name as city, s.taken_on as "takenOn", s.listings
    from markets m join market_snapshots s on s.market_id = m.id
    where m.key = ${key} and m.country = ${country} and m.currency = ${currency} and s.complete and s.files_hash = ${hash}
    limit 1`.execute(db)
  return rows[0]
}

export async function insertFiles(
  db: Queryable,
  { key, takenOn, hash }: { key: string; takenOn: string; hash: Buffer },
): Promise<void> {
  await sql`
    update market_snapshots s set files_hash = ${hash} from markets m
    where m.key = ${key} and s.market_id = m.id and s.complete and s.taken_on = ${takenOn}::date`.execute(db)
}

/** Stores the progress of a market's running import. */
export async function updateProgress(
  db: Queryable,
  key: string,
  { read, bytes }: { read: number; bytes: number },
): Promise<void> {
  await sql`
    update market_snapshots s set bytes_read = ${read}, bytes = ${bytes} from markets m
    where m.key = ${key} and s.market_id = m.id and not s.complete`.execute(db)
}

export interface OperatedMarketRow {
  key: string
  name: string
  country: string
  currency: string
  listings: number
  taken_on: string | null
  snapshots: number
  sources: { source: string; events: number }[]
  loading_since: Date | null
  bytes_read: string | null
  bytes: string | null
}

export const marketsByKey: ListOrdering<OperatedMarketRow> = {
  name: 'market',
  direction: 'asc',
  keys: [{ expression: sql`m.key`, type: 'text', valueOf: ({ key }) => key }],
}

export async function operatedMarkets(
  db: Queryable,
  { after, orderBy, limit, offset }: PageRequest,
): Promise<OperatedMarketRow[]> {
  const { rows } = await sql<OperatedMarketRow>`
    select m.key, m.name, m.country, m.currency, m.listings, s.taken_on,
           (select count(*)::int from market_snapshots kept where kept.market_id = m.id and kept.complete) as snapshots,
           coalesce((select jsonb_agg(jsonb_build_object('source', e.source, 'events', e.events) order by e.source)
                     from (select source, count(*)::int as events from market_events
                           where market_id = m.id group by source) e), '[]'::jsonb) as sources,
           begun.loaded_at as loading_since, begun.bytes_read, begun.bytes
    from markets m
    left join market_snapshots s on s.id = m.snapshot_id
    left join lateral (select b.loaded_at, b.bytes_read, b.bytes from market_snapshots b
                       where b.market_id = m.id and not b.complete order by b.id desc limit 1) begun on true
    where ${after ?? sql`true`} order by ${orderBy} limit ${limit} offset ${offset}`.execute(db)
  return rows
}

export async function operatedTotal(db: Queryable): Promise<number> {
  const { rows } = await sql<{ total: number }>`select count(*)::int as total from markets`.execute(db)
  return rows[0]?.total ?? 0
}

/** Deletes a market with all its data; undefined if there is none. */
export async function deleteMarket(
  tx: Queryable,
  key: string,
): Promise<{ city: string; snapshots: number; events: number } | undefined> {
  await sql`select id from markets where key = ${key} for update`.execute(tx)
  const { rows } = await sql<{ city: string; snapshots: number; events: number }>`
    select m.name as city,
           (select count(*)::int from market_snapshots s where s.market_id = m.id and s.complete) as snapshots,
           (select count(*)::int from market_events e where e.market_id = m.id) as events
    from markets m where m.key = ${key}`.execute(tx)
  const [found] = rows
  if (found) await sql`delete from markets where key = ${key}`.execute(tx)
  return found
}
