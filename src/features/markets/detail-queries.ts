import { sql } from 'kysely'
import type { Queryable } from '../../platform/tenant.ts'
import type { MarketSummary } from './summary.ts'

export interface TopListing {
  id: string
  x: number
  y: number
  name: string | null
  property_type: string | null
  bedrooms: number | null
  capacity: number | null
  rating: string | null
  reviews: number
  price: number | null
  thumbnail_url: string | null
}

/** Returns listings with most reviews first, in the order of the index. */
export async function topListings(
  db: Queryable,
  snapshotId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<TopListing[]> {
  const { rows } = await sql<TopListing>`
    select l.id, l.place[0] as x, l.place[1] as y, l.name, l.property_type, l.bedrooms, l.capacity, l.rating, l.reviews,
           l.price, l.thumbnail_url
    from market_listings l where l.snapshot_id = ${snapshotId}
    order by l.reviews desc, l.id limit ${limit} offset ${offset}`.execute(db)
  return rows
}

export interface KeptSnapshot {
  taken_on: string
  listings: number
  new_listings: number | null
  gone_listings: number | null
  summary: Pick<MarketSummary, 'avgPrice' | 'priced' | 'avgRating' | 'nextNights'>
}

/** Returns a market's latest snapshots, the oldest of them first. */
export async function keptSnapshots(db: Queryable, marketId: string, limit: number): Promise<KeptSnapshot[]> {
  const { rows } = await sql<KeptSnapshot>`
    select s.taken_on, s.listings, s.new_listings, s.gone_listings, jsonb_build_object(
             'avgPrice', s.summary -> 'avgPrice', 'priced', s.summary -> 'priced', 'avgRating', s.summary -> 'avgRating',
             'nextNights', s.summary -> 'nextNights') as summary
    from market_snapshots s where s.market_id = ${marketId} and s.complete
    order by s.taken_on desc limit ${limit}`.execute(db)
  return rows.toReversed()
}

export async function countSnapshots(db: Queryable, marketId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from market_snapshots where market_id = ${marketId} and complete`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}
