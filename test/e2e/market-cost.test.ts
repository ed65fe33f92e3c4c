/**
 * The cost of comparables, segments and market figures must not depend on how many homes are near or how rare a size
 * is. `MARKET_COST=long` compares 10,000 with 1,000,000 homes.
 */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { segmentGroups } from '../../src/features/markets/segment-groups.ts'
import { planePoint } from '../../src/features/markets/coordinates.ts'
import { rowsOf } from '../api/rows.ts'
import { startTestApp, type TestApp } from '../harness/app.ts'
import { costAt, type Cost } from './constant-cost/statement-cost.ts'

const sizes = process.env['MARKET_COST'] === 'long' ? [10_000, 1_000_000] : [2000, 40_000]
const today = '2026-06-15'
/** Set before measuring: comparables and counting read at most 6,000 rows of three sizes with their nights. */
const mostBlocks = 12_000
const latitude = 38.72

let app: TestApp
before(async () => {
  app = await startTestApp()
  app.clock.set(`${today}T12:00:00Z`)
})
after(() => app.close())

/** The city spans one kilometre, so every home is in every radius; one in two thousand has eight bedrooms. */
async function grow(from: number, to: number): Promise<void> {
  const { x, y } = planePoint({ latitude, longitude: -9.14 })
  await sql`
    insert into market_listings (snapshot_id, id, place, name, room_type, bedrooms, capacity, price)
    select s.id, n, point(${x}::float8 + (n::bigint * 7919 % 10007) * 1e-6, ${y}::float8 + (n::bigint * 104729 % 10009) * 1e-6), 'Home ' || n,
           'Entire home/apt', case when n % 2000 = 0 then 8 else n % 4 end, 2 + n % 4, 5000 + n % 20000
    from market_snapshots s, generate_series(${from}::int, ${to}::int - 1) n`.execute(app.db)
  await sql`
    insert into market_nights (snapshot_id, id, nights)
    select s.id, n, decode(repeat('89130000', 30), 'hex')
    from market_snapshots s, generate_series(${from}::int, ${to}::int - 1) n`.execute(app.db)
}

/** The rest of a market is a single value, however large the city is. */
const nothing = {
  ...{ priced: 0, avgPrice: null, avgRating: null, propertyTypes: 1, nextNights: null, reviews: null },
  ...{ prices: [], bedrooms: [], types: [], capacities: [], kinds: [], firstReviews: [], leftOut: {} },
}

async function begin(): Promise<void> {
  const groups = segmentGroups([2000, 4000, 6000])
  groups.add({ roomKind: 'entire home', bedrooms: 1, capacity: 2, price: 9000 })
  await sql`
    with market as (insert into markets (name, key, country, currency, area)
      values ('Lisbon', 'lisbon', 'PT', 'EUR', box(point(-10, 40), point(-9, 42))) returning id),
    snapshot as (insert into market_snapshots (market_id, taken_on, complete, first_day, days, price_from, summary, loaded_at)
      select id, ${today}::date, true, ${today}::date, 30, 'calendar',
             ${JSON.stringify({ ...nothing, tierCuts: [2000, 4000, 6000], segments: groups.all })}::jsonb, now() from market)
    select`.execute(app.db)
  await sql`update markets m set snapshot_id = s.id from market_snapshots s where s.market_id = m.id`.execute(
    app.db,
  )
}

async function homes(): Promise<{ common: string; rare: string }> {
  const make = rowsOf(app.db, app.scope)
  const home = (bedrooms: number) =>
    make.listing({
      ...{ city: 'Lisbon', latitude: '38.720000', longitude: '-9.140000', currency: 'EUR' },
      default_nightly_price: '120.00',
      details: { roomTypeCategory: 'entire_home', bedrooms, personCapacity: 3 },
    })
  return { common: await home(1), rare: await home(8) }
}

test('comparables, segments and markets read as little of a large city as of a small one', async () => {
  await begin()
  const { common, rare } = await homes()
  const paths = {
    'a common size': `/v1/listings/${common}/comps?limit=20`,
    'a hundred of them': `/v1/listings/${common}/comps?limit=100`,
    'a rare size': `/v1/listings/${rare}/comps?limit=100`,
    'kinds near it': `/v1/listings/${common}/segments`,
    'kinds of the market': `/v1/listings/${common}/segments?level=market`,
    'the market': '/v1/markets/Lisbon?compsPage=10',
    'the markets': '/v1/markets',
  }
  const costs: Record<string, Cost[]> = {}
  let there = 0
  for (const size of sizes) {
    await grow(there, size)
    there = size
    await sql`vacuum analyze market_listings, market_nights`.execute(app.db)
    for (const [name, path] of Object.entries(paths))
      (costs[name] ??= []).push(await costAt(app, app.liveKey, path))
  }
  for (const [name, [small, large]] of Object.entries(costs)) {
    assert.ok(small && large)
    const line = `${name}: blocks ${small.blocks} → ${large.blocks}, rows ${small.rows} → ${large.rows}`
    if (process.env['MARKET_COST']) console.log(line)
    assert.ok(large.blocks <= mostBlocks, line)
    // A rare size finds few homes in the small city, and the full number in the large one.
    if (name !== 'a rare size') assert.ok(large.rows <= small.rows * 1.2 + 50, line)
  }
  const { body } = await app.get(paths['a rare size'])
  const data = body['data'] as unknown as { bedrooms: number }[]
  assert.equal(data.length, Math.min(100, Math.floor(there / 2000)))
  assert.ok(data.every(({ bedrooms }) => bedrooms === 8))
})
