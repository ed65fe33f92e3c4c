/** Summarizes a snapshot of a city once. Amounts are hundredths. */
import { sql } from 'kysely'
import type { Queryable } from '../../../platform/tenant.ts'
import type { PriceStep } from '../price-steps.ts'
import type { SummaryGroup } from '../summary.ts'

export interface SnapshotTotals {
  listings: number
  priced: number
  avg_price: number | null
  /** 95 percent of prices are below it. */
  high_price: number | null
  avg_rating: number | null
  property_types: number
  /** Prices per guest below which 25, 75 and 90 percent lie. */
  tier_cuts: number[] | null
  area: string | null
}

export async function totalsOf(db: Queryable, snapshotId: string): Promise<SnapshotTotals> {
  const { rows } = await sql<SnapshotTotals>`
    select count(*)::int as listings, count(l.price)::int as priced, round(avg(l.price))::int as avg_price,
           (percentile_disc(0.95) within group (order by l.price))::int as high_price,
           round(avg(l.rating), 2)::float8 as avg_rating, count(distinct l.property_type)::int as property_types,
           (percentile_cont(array[0.25, 0.75, 0.9]) within group
             (order by l.price::float8 / greatest(coalesce(l.capacity, 2), 1)))::int[] as tier_cuts,
           box(point(max(l.place[0]), max(l.place[1])), point(min(l.place[0]), min(l.place[1])))::text as area
    from market_listings l where l.snapshot_id = ${snapshotId}`.execute(db)
  const [row] = rows
  if (!row) throw new Error('a count has no row')
  return row
}

/** Counts prices in steps of so many hundredths; the last step is open. */
export async function priceSteps(
  db: Queryable,
  snapshotId: string,
  { width, steps }: { width: number; steps: number },
): Promise<PriceStep[]> {
  const { rows } = await sql<PriceStep>`
    select least(l.price / ${width}::int, ${steps}::int - 1) as step, count(*)::int as count, round(avg(l.price))::int as avg,
           min(l.price) as least, max(l.price) as most
    from market_listings l where l.snapshot_id = ${snapshotId} and l.price is not null
    group by 1 order by 1`.execute(db)
  return rows
}

const grouped = (db: Queryable, snapshotId: string, column: 'property_type' | 'bedrooms' | 'capacity') =>
  sql<SummaryGroup>`
    select l.${sql.ref(column)}::text as key, count(*)::int as count, count(l.price)::int as priced,
           round(avg(l.price))::int as avg
    from market_listings l where l.snapshot_id = ${snapshotId}
    group by l.${sql.ref(column)} order by 2 desc, 1 limit 50`.execute(db)

export async function listingGroups(
  db: Queryable,
  snapshotId: string,
  column: 'property_type' | 'bedrooms' | 'capacity',
): Promise<SummaryGroup[]> {
  return (await grouped(db, snapshotId, column)).rows
}

export interface ListingGroupKind {
  room_type: string | null
  bedrooms: number | null
  count: number
  priced: number
  avg: number | null
}

/** Groups homes by room type and bedrooms; five and more bedrooms are one group. */
export async function listingKinds(db: Queryable, snapshotId: string): Promise<ListingGroupKind[]> {
  const { rows } = await sql<ListingGroupKind>`
    select l.room_type, least(l.bedrooms, 5) as bedrooms, count(*)::int as count, count(l.price)::int as priced,
           round(avg(l.price))::int as avg
    from market_listings l where l.snapshot_id = ${snapshotId}
    group by 1, 2 order by 3 desc, 1, 2`.execute(db)
  return rows
}

export interface ReviewMonth {
  month: string
  count: number
}

/** Counts by month when today's listings had their first review. */
export async function firstReviews(db: Queryable, snapshotId: string): Promise<ReviewMonth[]> {
  const { rows } = await sql<ReviewMonth>`
    select to_char(l.first_review, 'YYYY-MM') as month, count(*)::int as count
    from market_listings l where l.snapshot_id = ${snapshotId} and l.first_review is not null
    group by 1 order by 1 desc limit 60`.execute(db)
  return rows.toReversed()
}

export interface GroupKindRow {
  id: string
  room_type: string | null
  property_type: string | null
  bedrooms: number | null
  capacity: number | null
  price: number | null
}

const listingsAtOnce = 5000

/** Streams every listing in batches, with the few columns that tell its kind and price. */
export async function* kindsOfListings(db: Queryable, snapshotId: string): AsyncGenerator<GroupKindRow> {
  let last = '0'
  for (;;) {
    const { rows } = await sql<GroupKindRow>`
      select l.id, l.room_type, l.property_type, l.bedrooms, l.capacity, l.price
      from market_listings l where l.snapshot_id = ${snapshotId} and l.id > ${last}::bigint
      order by l.id limit ${listingsAtOnce}`.execute(db)
    yield* rows
    if (rows.length < listingsAtOnce) return
    last = rows.at(-1)?.id ?? last
  }
}
