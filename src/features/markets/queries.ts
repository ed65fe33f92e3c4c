/** Reads markets that the operator loaded, which are the same for every workspace. */
import { sql } from 'kysely'
import type { Queryable } from '../../platform/tenant.ts'
import { columnNames, type MarketListing } from './listing-columns.ts'
import { planePoint, planeRadius, type Coordinates } from './coordinates.ts'
import type { MarketSummary } from './summary.ts'

export interface Market {
  id: string
  name: string
  country: string
  currency: string
  snapshot_id: string
  taken_on: string
  first_day: string | null
  days: number
  price_from: string
  listings: number
  summary: MarketSummary
}

const marketColumns = sql`m.id, m.name, m.country, m.currency, s.id as snapshot_id, s.taken_on, s.first_day, s.days, s.price_from,
  s.listings, s.summary`

/** Finds a market by its key; undefined if it has no loaded data. */
export async function marketNamed(db: Queryable, key: string): Promise<Market | undefined> {
  const { rows } = await sql<Market>`
    select ${marketColumns} from markets m join market_snapshots s on s.id = m.snapshot_id
    where m.key = ${key}`.execute(db)
  return rows[0]
}

/** Whether the operator has loaded anything. */
export async function hasMarkets(db: Queryable): Promise<boolean> {
  const { rows } = await sql`select from markets where snapshot_id is not null limit 1`.execute(db)
  return rows.length > 0
}

/** Returns the smallest market around a place. */
export async function marketAround(db: Queryable, place: Coordinates): Promise<Market | undefined> {
  const { x, y } = planePoint(place)
  const { rows } = await sql<Market>`
    select ${marketColumns} from markets m join market_snapshots s on s.id = m.snapshot_id
    where m.area @> point(${x}::float8, ${y}::float8)
    order by area(m.area), m.id limit 1`.execute(db)
  return rows[0]
}

export interface MarketNeighbour extends MarketListing {
  snapshot_id: string
  id: string
  x: number
  y: number
  currency: string
  taken_on: string
  first_day: string | null
}

export interface SearchArea {
  place: Coordinates
  radiusKm: number
  /** Searches homes with one bedroom more or less at most; null searches all. */
  bedrooms: number | null
}

/** `place_of_size` shifts each number of bedrooms by `apart` degrees; from `largest` on they share one place. */
const sizes = { apart: 1000, largest: 9 }

/**
 * Walks the index without other conditions, so no plan reads more rows. A city being loaded has its listings twice, and
 * the caller drops half.
 */
function nearestRows({ place, bedrooms }: SearchArea, limit: number) {
  const { x, y } = planePoint(place)
  const most = 2 * limit
  if (bedrooms === null)
    return sql`(
      select *, place <-> point(${x}::float8, ${y}::float8) as far from market_listings
      order by place <-> point(${x}::float8, ${y}::float8) limit ${most})`
  const near = [bedrooms - 1, bedrooms, bedrooms + 1].map((one) => Math.min(sizes.largest, one))
  const asked = [...new Set(near)].filter((size) => size >= 0)
  return sql`(
    select l.* from unnest(${asked.map((size) => x + sizes.apart * size)}::float8[]) as east
    cross join lateral (
      select *, place_of_size <-> point(east, ${y}::float8) as far from market_listings
      order by place_of_size <-> point(east, ${y}::float8) limit ${most}) l)`
}

const isAround = ({
  place,
  radiusKm,
  bedrooms,
}: SearchArea) => sql`l.far <= ${planeRadius(place, radiusKm)}::float8
  and (${bedrooms}::int is null or l.bedrooms between ${bedrooms}::int - 1 and ${bedrooms}::int + 1)`

const columns = sql.join(columnNames.map((name) => sql.ref(`l.${name}`)))

export async function neighbours(
  db: Queryable,
  around: SearchArea,
  limit: number,
): Promise<MarketNeighbour[]> {
  const { rows } = await sql<MarketNeighbour>`
    select l.snapshot_id, l.id, l.place[0] as x, l.place[1] as y, ${columns}, m.currency, s.taken_on, s.first_day
    from ${nearestRows(around, limit)} l
    join market_snapshots s on s.id = l.snapshot_id
    join markets m on m.snapshot_id = s.id
    where ${isAround(around)} order by l.far, l.id limit ${limit}`.execute(db)
  return rows
}

/** Counts up to `most`. */
export async function neighbourCount(db: Queryable, around: SearchArea, most: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select least(count(*), ${most}::int)::int as count
    from ${nearestRows(around, most)} l join markets m on m.snapshot_id = l.snapshot_id
    where ${isAround(around)}`.execute(db)
  return rows[0]?.count ?? 0
}

export interface PackedNights {
  snapshot_id: string
  id: string
  nights: Buffer
}

export async function packedNights(
  db: Queryable,
  listings: readonly { snapshot_id: string; id: string }[],
): Promise<PackedNights[]> {
  if (listings.length === 0) return []
  const { rows } = await sql<PackedNights>`
    select n.snapshot_id, n.id, n.nights
    from unnest(${listings.map((one) => one.snapshot_id)}::bigint[], ${listings.map(({ id }) => id)}::bigint[])
      as asked (snapshot_id, id)
    -- One by one by their key: to read all nights of a city for some of them would seem cheap.
    cross join lateral (select * from market_nights n where n.snapshot_id = asked.snapshot_id and n.id = asked.id limit 1) n`.execute(
    db,
  )
  return rows
}

export interface MarketEventRow {
  id: string
  title: string
  category: string | null
  start_date: string
  end_date: string
  latitude: number | null
  longitude: number | null
  rank: number | null
  attendance: number | null
  labels: string[]
}

/** Returns events that overlap the days. */
export async function eventsBetween(
  db: Queryable,
  marketId: string,
  { from, to }: { from: string; to: string },
  limit: number,
): Promise<MarketEventRow[]> {
  const { rows } = await sql<MarketEventRow>`
    select e.id, e.title, e.category, e.start_date, e.end_date, e.latitude, e.longitude, e.rank, e.attendance, e.labels
    from market_events e
    where e.market_id = ${marketId} and e.start_date <= ${to}::date and e.end_date >= ${from}::date
    order by e.start_date, e.id limit ${limit}`.execute(db)
  return rows
}
