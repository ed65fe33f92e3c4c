/** Writes a snapshot, which stays invisible until `finishSnapshot`. */
import { sql } from 'kysely'
import type { Queryable } from '../../../platform/tenant.ts'
import { columnNames, listingColumns } from '../listing-columns.ts'
import type { DayCount } from './calendar.ts'
import type { ListingOfFile } from './columns.ts'

export interface MarketName {
  name: string
  key: string
  country: string
  currency: string
}

export interface StoredMarket extends MarketName {
  id: string
}

/** Returns the market, creating it if it is new. */
export async function ensureMarket(db: Queryable, market: MarketName): Promise<StoredMarket> {
  const { name, key, country, currency } = market
  await sql`
    insert into markets (name, key, country, currency) values (${name}, ${key}, ${country}, ${currency})
    on conflict (key) do nothing`.execute(db)
  const { rows } = await sql<StoredMarket>`
    select id, name, key, country, currency from markets where key = ${key}`.execute(db)
  const [row] = rows
  if (!row) throw new Error(`the market ${key} is gone`)
  return row
}

/** Deletes what an unfinished import left. */
export async function dropIncomplete(db: Queryable, marketId: string): Promise<void> {
  await sql`delete from market_snapshots where market_id = ${marketId} and not complete`.execute(db)
}

/** Deletes a market that never had a snapshot. */
export async function dropEmptyMarket(db: Queryable, marketId: string): Promise<void> {
  await sql`
    delete from markets m where m.id = ${marketId} and m.snapshot_id is null
      and not exists (select from market_snapshots s where s.market_id = m.id)
      and not exists (select from market_events e where e.market_id = m.id)`.execute(db)
}

/** `finishSnapshot` writes the date, which is known only after the listings were read. */
export async function insertSnapshot(
  db: Queryable,
  { marketId, now }: { marketId: string; now: Date },
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into market_snapshots (market_id, taken_on, loaded_at) values (${marketId}, ${now}::timestamptz::date, ${now})
    returning id`.execute(db)
  const [row] = rows
  if (!row) throw new Error('no snapshot was made')
  return row.id
}

const columns = sql.join(columnNames.map((name) => sql.ref(name)))
const typedColumns = sql.join(
  columnNames.map((name) => sql`${sql.ref(name)} ${sql.raw(listingColumns[name])}`),
)

export async function insertListings(
  db: Queryable,
  snapshotId: string,
  listings: readonly ListingOfFile[],
): Promise<void> {
  await sql`
    insert into market_listings (snapshot_id, id, place, ${columns})
    select ${snapshotId}, l.id, point(l.x, l.y), ${columns}
    from jsonb_to_recordset(${JSON.stringify(listings)}::jsonb)
      as l (id bigint, x double precision, y double precision, ${typedColumns})`.execute(db)
}

export async function insertNights(
  db: Queryable,
  snapshotId: string,
  nights: readonly { id: string; packed: Buffer }[],
): Promise<void> {
  await sql`
    insert into market_nights (snapshot_id, id, nights)
    select ${snapshotId}, n.id, n.nights
    from unnest(${nights.map(({ id }) => id)}::bigint[], ${nights.map(({ packed }) => packed)}::bytea[])
      as n (id, nights)`.execute(db)
}

export async function insertDays(
  db: Queryable,
  snapshotId: string,
  days: readonly DayCount[],
): Promise<void> {
  await sql`
    insert into market_days (snapshot_id, date, listings, taken, priced, price_sum, price_least, price_most)
    select ${snapshotId}, d.date, d.listings, d.taken, d.priced, d.price_sum, d.price_least, d.price_most
    from jsonb_to_recordset(${JSON.stringify(days)}::jsonb)
      as d (date date, listings integer, taken integer, priced integer, price_sum bigint, price_least integer,
            price_most integer)`.execute(db)
}

/** No index knew the new rows while they were filled, so the planner needs statistics. */
export async function analyzeListings(db: Queryable): Promise<void> {
  await sql`analyze market_listings`.execute(db)
  await sql`analyze market_nights`.execute(db)
}
