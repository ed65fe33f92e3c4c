/** What a listing is compared with, and what prices are told of its nights. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { marketSignals } from '../../src/features/markets/signal.ts'
import { filesOf, makeMarketWorld, small } from './world.ts'

describe('comparables', () => {
  let world: Awaited<ReturnType<typeof makeMarketWorld>>
  before(async () => void (world = await makeMarketWorld()))
  after(() => world?.t.close())

  it('are the workspace’s own where no market is loaded, and another workspace’s never', async () => {
    const { t, rows } = world
    const listing = await world.home()
    const near = await world.home({ name: 'Next door', latitude: '38.730000' })
    await rows.night(near, '2026-06-16', { price: '99.99' })
    const foreign = await t.addWorkspace()
    const body = await world.comps(listing)
    assert.equal(body.source, 'own')
    assert.equal(body.attribution, null)
    assert.match(String(body.warning), /No market data is loaded/)
    assert.deepEqual(
      body.data.map((comp) => [comp.compId, comp.platform, comp.distanceKm]),
      [[near, 'own', 1.11]],
    )
    const night = body.data[0]?.nightly.find((one) => String(one.date) === '2026-06-16')
    assert.equal(night?.rate, 99.99)
    assert.equal((await t.get(`/v1/listings/${listing}/comps`, { key: foreign.liveKey })).status, 404)
  })

  it('without coordinates are none, and it is said', async () => {
    const listing = await world.home({ latitude: null, longitude: null })
    const body = await world.comps(listing)
    assert.deepEqual([body.total, body.source, body.data.length], [0, 'none', 0])
    assert.match(String(body.warning), /no coordinates/)
    const segments = await world.segments(listing)
    assert.equal(segments.recommendations[0]?.kind, 'no_geo')
  })

  it('of a market are the nearest of about its size, with rates, the day and the licence', async () => {
    await world.load(filesOf({ ...small, listings: 150 }))
    const listing = await world.home()
    const body = await world.comps(listing, 'radius_km=8&limit=30&startDate=2026-06-20&endDate=2026-06-21')
    assert.equal(body.source, 'market')
    assert.equal(body.snapshotDate, '2026-06-01')
    assert.equal(body.attribution?.license, 'CC BY 4.0')
    const far = body.data.map((comp) => Number(comp.distanceKm))
    assert.equal(far.length, 30)
    assert.deepEqual(
      far,
      far.toSorted((a, b) => a - b),
    )
    assert.ok(far.every((km) => km <= 8) && Number(body.total) >= 30)
    for (const comp of body.data) {
      assert.ok(Number(comp.bedrooms) <= 2)
      assert.deepEqual(
        comp.nightly.map((night) => String(night.date)),
        ['2026-06-20', '2026-06-21'],
      )
    }
  })

  it('refuse what cannot be asked', async () => {
    const listing = await world.home()
    for (const [query, field] of [
      ['radius_km=51', 'radius_km'],
      ['limit=101', 'limit'],
      ['startDate=2026-02-30', 'startDate'],
      ['startDate=2026-07-02&endDate=2026-07-01', 'endDate'],
      ['startDate=2026-07-02&endDate=2028-07-01', 'endDate'],
    ] as const) {
      const { status, body } = await world.t.get(`/v1/listings/${listing}/comps?${query}`)
      assert.ok(status === 400 || status === 422, `${query}: ${status}`)
      assert.equal(body['error']!['field'], field)
    }
  })

  it('say of each night what it asks and how much is taken, exactly', async () => {
    const listing = await world.home()
    const { db, clock } = world.t.services
    const dates = { from: '2026-06-20', to: '2027-06-20' }
    const signals = await marketSignals({ db, clock }, world.t.scope, [listing, '123456789'], dates)
    assert.deepEqual([...signals.keys()], [listing])
    const signal = signals.get(listing)
    assert.ok(signal)
    assert.equal(signal.currency, 'EUR')
    assert.equal(signal.segment, '1-bedroom entire home')
    const body = await world.comps(listing, 'limit=100&startDate=2026-06-20&endDate=2026-06-20')
    const night = signal.nights[0]
    // Of its kind only: a room says little of what a home may ask.
    const { rows: entire } = await sql<{ id: string }>`
      select id from market_listings where room_type = 'Entire home/apt'`.execute(world.t.db)
    const entireIds = new Set(entire.map(({ id }) => id))
    const homes = body.data.filter(({ compId }) => entireIds.has(compId))
    assert.ok(homes.length > 20 && homes.length < body.data.length)
    assert.equal(night?.known, homes.length)
    const nights = homes.map((comp) => comp.nightly[0]!)
    const open = nights
      .filter((one) => one.available)
      .map((one) => Number(one.rate))
      .toSorted((a, b) => a - b)
    assert.equal(night.priced, open.length)
    const middle = (open.length - 1) / 2
    const median = ((open[Math.floor(middle)] ?? 0) + (open[Math.ceil(middle)] ?? 0)) / 2
    assert.equal(night.median, median.toFixed(2))
    assert.equal(night.shareTaken, (nights.length - open.length) / nights.length)
    const last = signal.nights.at(-1)
    assert.deepEqual([last?.known, last?.median, last?.shareTaken], [0, null, null])
    assert.ok(
      signal.warnings.some((one) => one.includes('2026-07-31')),
      signal.warnings.join(),
    )
  })

  it('are told apart by kind and price', async () => {
    const listing = await world.home()
    for (const level of ['comp_set', 'market']) {
      const body = await world.segments(listing, `level=${level}`)
      const sum = body.segments.reduce((all, one) => all + Number(one.sampleSize), 0)
      assert.equal(sum, body.totalCompsAnalyzed)
      assert.equal(body.mySegment, '1-bedroom entire home')
      assert.equal(body.segments.filter((one) => one.myListingMatch).length, 1)
      assert.equal(body.qualityTiers.length, 4)
      assert.ok(['budget', 'standard', 'upscale', 'luxury'].includes(String(body.myQualityTier)))
      if (level === 'market') assert.equal(body.totalCompsAnalyzed, 150)
    }
  })
})
