/** Recommended prices of a listing in a city that was loaded, and in one that was not. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import type { ListingPricing } from '../../src/contract/pricing.ts'
import { marketSignals } from '../../src/features/markets/signal.ts'
import { strengthOf } from '../../src/features/markets/pricing/from-market.ts'
import { marketTerms, noSignal } from '../../src/features/markets/pricing/market-signal.ts'
import { file, filesOf, makeMarketWorld, small, textsOf } from '../markets/world.ts'
import { thousandths } from './world.ts'

const [quiet, fair] = ['2026-07-07', '2026-07-14']
/** Comparable homes ask twice as much in these nights. */
const isDear = (date: string) => date >= '2026-07-20' && date <= '2026-07-26'
const doubled = (calendar: string) =>
  calendar.replaceAll(/(,(2026-07-2[0-6]),[tf],"\$)([\d,]+)/g, (_, start: string, _date, price: string) => {
    return `${start}${(2 * Number(price.replaceAll(',', ''))).toLocaleString('en-US')}`
  })

describe('prices beside a market', () => {
  let world: Awaited<ReturnType<typeof makeMarketWorld>>
  before(async () => void (world = await makeMarketWorld()))
  after(() => world?.t.close())

  const pricing = async (id: string) => {
    const { status, body, text } = await world.t.get(
      `/v1/listings/${id}/pricing?startDate=2026-07-01&endDate=2026-07-28`,
    )
    assert.equal(status, 200, text)
    return body as unknown as ListingPricing
  }
  const strategy = (id: string, body: object) =>
    world.t.call('PUT', `/v1/listings/${id}/pricing/strategy`, { body })
  const nightOf = ({ recommendations }: ListingPricing, date: string) => {
    const found = recommendations.find((one) => String(one.date) === date)
    assert.ok(found, date)
    return found
  }

  it('say that none is loaded, and take no other listing for one', async () => {
    const id = await world.home()
    for (let n = 0; n < 6; n += 1) await world.home({ default_nightly_price: '999.00' })
    const body = await pricing(id)
    assert.deepEqual([body.compSummary, body.attribution], [undefined, undefined])
    assert.deepEqual([body.listing?.segment, body.listing?.qualityTier], ['1-bedroom entire home', null])
    assert.ok(body.warnings.some((one) => one.startsWith('No market data is loaded around the listing')))
    for (const { factors } of body.recommendations)
      assert.ok(!('competitors' in factors || 'market' in factors || 'event' in factors))
  })

  it('follow what comparable homes ask and events, and their factors add up to them', async () => {
    const { t } = world
    const city = { ...small, listings: 150 }
    await world.load({ ...filesOf(city), calendar: file('calendar.csv', doubled(textsOf(city).calendar)) })
    await sql`
      insert into market_events (market_id, id, title, start_date, end_date, rank)
      select id, 'fair', 'Trade fair', ${fair}::date, ${fair}::date, 90 from markets`.execute(t.db)
    const foreign = await t.addWorkspace()
    const id = await world.home()
    // Free to move, so that nothing hides what the market does.
    await strategy(id, { maxDailyChangePct: 100 })
    const body = await pricing(id)
    const { db, clock } = t.services
    const dates = { from: '2026-07-01', to: '2026-07-28' }
    const market = (await marketSignals({ db, clock }, t.scope, [id], dates)).get(id)
    assert.ok(market)
    assert.equal(body.compSummary?.avgPrice, Number(market.compSummary.avgPrice))
    assert.equal(body.compSummary?.count, market.compSummary.count)
    assert.ok(Number(body.compSummary?.maxPrice) < 999, 'neither the workspace’s own nor another’s are in it')
    assert.equal(body.listing?.qualityTier, market.qualityTier)
    assert.match(String(body.attribution), /CC BY 4\.0, as of 2026-06-01/)
    assert.ok(!body.warnings.some((one) => one.startsWith('No market data')), body.warnings.join())
    assert.ok(body.warnings.some((one) => one.includes('the calendars of the comparables say nothing')))

    const market0 = (date: string) => Number(nightOf(body, date).factors['market']?.amount ?? 0)
    for (const { date, recommendedPrice, factors } of body.recommendations) {
      const sum = Object.values(factors).reduce((all, { amount }) => all + thousandths(amount), 0n)
      assert.equal(sum, thousandths(String(recommendedPrice)), date)
      if (isDear(String(date)))
        assert.ok(market0(String(date)) > market0(quiet) + 5, `${date}: ${market0(String(date))}`)
      assert.equal('event' in factors, String(date) === fair)
    }
    assert.match(String(nightOf(body, fair).factors['event']?.reason), /^Trade fair: \+/)
    assert.ok(Number(nightOf(body, fair).factors['event']?.amount) > 0)
    const asked = market.nights.find(({ date }) => date === quiet)
    const reason = String(nightOf(body, quiet).factors['competitors']?.reason)
    assert.ok(
      reason.startsWith(
        `${asked?.priced} comparable homes ask ${Number(asked?.median).toFixed(0)} in the middle, half of them ${Number(asked?.lowerQuartile).toFixed(0)} to`,
      ),
      reason,
    )
    assert.equal((await t.get(`/v1/listings/${id}/pricing`, { key: foreign.liveKey })).status, 404)

    await strategy(id, { eventBoostEnabled: false, compAdjustPct: 20, compPositionTarget: 'above' })
    const moved = await pricing(id)
    assert.ok(!('event' in nightOf(moved, fair).factors))
    const [dearer, before] = [nightOf(moved, quiet).factors, nightOf(body, quiet).factors]
    assert.ok(Number(dearer['competitors']?.amount) > Number(before['competitors']?.amount))
    assert.match(String(dearer['competitors']?.reason), /wanted: above/)
  })

  it('of another currency take no amounts of it', async () => {
    const id = await world.home({ currency: 'USD' })
    const body = await pricing(id)
    assert.deepEqual([body.compSummary, body.listing?.qualityTier], [undefined, null])
    assert.ok(body.warnings.some((one) => /priced in EUR, and the listing in USD/.test(one)))
    for (const { factors } of body.recommendations) assert.ok(!('competitors' in factors))
  })
})

it('a night that is over is like the others of its month and day for the market', () => {
  const night = (compPrice: number) => ({ compPrice, comps: null, event: 0, eventTitle: null })
  const dates = ['2026-07-06', '2026-07-13', '2026-01-05', '2026-01-12', '2026-01-19']
  const nights = new Map(dates.map((date) => [date, night(date < '2026-06' ? 100 : 150)]))
  const term = marketTerms({ ...noSignal, nights })
  for (const date of ['2026-07-06', '2025-07-07', '2025-07-08'])
    assert.ok(Math.abs(term(date) - Math.log(1.5)) < 1e-9, date)
  assert.deepEqual([term('2025-01-06'), term('2025-04-07'), marketTerms(noSignal)('2025-07-07')], [0, 0, 0])
})

it('events draw by rank, else by visitors', () => {
  const of = (rank: number | null, attendance: number | null) => strengthOf({ rank, attendance })
  assert.deepEqual(
    [of(90, 5), of(140, null), of(null, 10), of(null, 100_000), of(null, null)],
    [0.9, 1, 0, 1, 0.3],
  )
})
