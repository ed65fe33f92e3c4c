import { sql, type RawBuilder } from 'kysely'
import type { ListOrdering, PageRequest } from '../../http/list.ts'
import { likePattern } from '../../platform/like-pattern.ts'
import type { Queryable } from '../../platform/tenant.ts'
import type { MarketArea } from './own-cities.ts'
import type { MarketSummary } from './summary.ts'

export interface ListedMarket {
  id: string
  name: string
  country: string
  currency: string
  listings: number
  taken_on: string
  snapshots: number
}

export async function markets(db: Queryable): Promise<ListedMarket[]> {
  const { rows } = await sql<ListedMarket>`
    select m.id, m.name, m.country, m.currency, m.listings, s.taken_on,
           (select count(*)::int from market_snapshots kept where kept.market_id = m.id and kept.complete) as snapshots
    from markets m join market_snapshots s on s.id = m.snapshot_id order by m.key`.execute(db)
  return rows
}

/** Returns the area of every loaded market's listings. */
export async function marketAreas(db: Queryable): Promise<MarketArea[]> {
  const { rows } = await sql<MarketArea>`
    select m.id, m.key, m.name, m.country, (m.area[1])[0] as west, (m.area[0])[0] as east, (m.area[1])[1] as south,
           (m.area[0])[1] as north
    from markets m where m.snapshot_id is not null`.execute(db)
  return rows
}

export interface MarketFigures {
  id: string
  key: string
  name: string
  country: string
  currency: string
  listings: number
  taken_on: string
  summary: Pick<MarketSummary, 'avgPrice' | 'priced' | 'avgRating' | 'propertyTypes' | 'nextNights'>
}

const figures = sql`m.id, m.key, m.name, m.country, m.currency, m.listings, s.taken_on, jsonb_build_object(
    'avgPrice', s.summary -> 'avgPrice', 'priced', s.summary -> 'priced', 'avgRating', s.summary -> 'avgRating',
    'propertyTypes', s.summary -> 'propertyTypes', 'nextNights', s.summary -> 'nextNights') as summary`

export async function marketFigures(db: Queryable, ids: readonly string[]): Promise<MarketFigures[]> {
  const { rows } = await sql<MarketFigures>`
    select ${figures} from markets m join market_snapshots s on s.id = m.snapshot_id
    where m.id = any(${ids}::bigint[])`.execute(db)
  return rows
}

export interface MarketListQuery {
  q?: string | undefined
  country?: string | undefined
  leastListings: number
}

const wantedOf = ({
  q,
  country,
  leastListings,
}: MarketListQuery) => sql`m.snapshot_id is not null and m.listings >= ${leastListings}::int
  and (${country ?? null}::text is null or m.country = ${country ?? null}::text)
  and (${q === undefined ? null : likePattern(q)}::text is null or m.key like ${q === undefined ? null : likePattern(q)}::text)`

export async function marketsPage(
  db: Queryable,
  filter: MarketListQuery,
  { after, orderBy, limit, offset }: Pick<PageRequest, 'after' | 'orderBy' | 'limit' | 'offset'>,
): Promise<MarketFigures[]> {
  const { rows } = await sql<MarketFigures>`
    select ${figures} from markets m join market_snapshots s on s.id = m.snapshot_id
    where ${wantedOf(filter)} ${after ? sql`and ${after}` : sql``}
    order by ${orderBy} limit ${limit} offset ${offset}`.execute(db)
  return rows
}

/** Returns the markets with most listings. */
export async function largestMarkets(db: Queryable, limit: number): Promise<MarketFigures[]> {
  const { rows } = await sql<MarketFigures>`
    select ${figures} from markets m join market_snapshots s on s.id = m.snapshot_id
    where m.snapshot_id is not null order by m.listings desc, m.id desc limit ${limit}`.execute(db)
  return rows
}

export async function marketsTotal(db: Queryable, filter: MarketListQuery): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from markets m where ${wantedOf(filter)}`.execute(db)
  return rows[0]?.total ?? 0
}

export const marketsLargestFirst: ListOrdering<MarketFigures> = {
  name: 'listings',
  direction: 'desc',
  keys: [
    { expression: sql`m.listings`, type: 'bigint', valueOf: ({ listings }) => String(listings) },
    { expression: sql`m.id`, type: 'bigint', valueOf: ({ id }) => id },
  ],
}
export const marketsByName: ListOrdering<MarketFigures> = {
  name: 'name',
  direction: 'asc',
  keys: [{ expression: sql`m.key`, type: 'text', valueOf: ({ key }) => key }],
}

/** Returns countries with their number of loaded markets, most first. */
export async function marketCountries(db: Queryable): Promise<{ country: string; count: number }[]> {
  const { rows } = await sql<{ country: string; count: number }>`
    select m.country, count(*)::int as count from markets m where m.snapshot_id is not null
    group by m.country order by 2 desc, 1`.execute(db)
  return rows
}

export interface CountedCity {
  key: string
  listings: number
}

const text: RawBuilder<unknown> = sql`c.key`
export const citiesByName: ListOrdering<CountedCity> = {
  name: 'city',
  direction: 'asc',
  keys: [{ expression: text, type: 'text', valueOf: ({ key }) => key }],
}
export const citiesLargestFirst: ListOrdering<CountedCity> = {
  name: 'own listings',
  direction: 'desc',
  keys: [
    { expression: sql`c.listings`, type: 'bigint', valueOf: ({ listings }) => String(listings) },
    { expression: text, type: 'text', valueOf: ({ key }) => key },
  ],
}

/** Pages through cities counted in this process, in the database's order. */
export async function citiesPage(
  db: Queryable,
  cities: readonly CountedCity[],
  { after, orderBy, limit, offset }: Pick<PageRequest, 'after' | 'orderBy' | 'limit' | 'offset'>,
): Promise<CountedCity[]> {
  const { rows } = await sql<CountedCity>`
    select c.key, c.listings
    from unnest(${cities.map(({ key }) => key)}::text[], ${cities.map(({ listings }) => listings)}::int[]) as c (key, listings)
    where ${after ?? sql`true`} order by ${orderBy} limit ${limit} offset ${offset}`.execute(db)
  return rows
}
