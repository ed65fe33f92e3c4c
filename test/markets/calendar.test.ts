/** The nights of a market, and who may see them. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { MarketCalendar } from '../../src/contract/market-calendar.ts'
import { filesOf, makeMarketWorld, small, textsOf } from './world.ts'

describe('GET /v1/markets/{city}/calendar', () => {
  let world: Awaited<ReturnType<typeof makeMarketWorld>>
  before(async () => void (world = await makeMarketWorld()))
  after(() => world?.t.close())
  const calendar = async (path: string) =>
    (await world.t.get(`/v1/markets/${path}`)).body as unknown as MarketCalendar

  it('is of the workspace’s own listings where nothing is loaded, and says so', async () => {
    const listing = await world.home()
    await world.rows.night(listing, '2026-06-20', { price: '80' })
    const { days, source, warning, currency } = await calendar(
      'lisbon/calendar?startDate=2026-06-20&endDate=2026-06-20',
    )
    assert.deepEqual(
      [source, currency, days[0]?.totalListings, days[0]?.marketAvgRate],
      ['own', 'EUR', 1, null],
    )
    assert.match(warning ?? '', /No market data is loaded of this city/)
    const atTheEnd = await calendar('lisbon/calendar?startDate=9999-12-30')
    assert.deepEqual(
      atTheEnd.days.map(({ date }) => date),
      ['9999-12-30', '9999-12-31'],
    )
    const nowhere = await world.t.get('/v1/markets/Nowhere/calendar')
    assert.match(nowhere.text, /"not_found"/)
    assert.match(nowhere.text, /lodgewire markets import/)
    const foreign = await world.t.addWorkspace()
    assert.equal((await world.t.get('/v1/markets/Lisbon/calendar', { key: foreign.liveKey })).status, 404)
    const listingOfOthers = await world.t.get(`/v1/markets/Lisbon/calendar?listingId=${listing}`, {
      key: foreign.liveKey,
    })
    assert.equal(listingOfOthers.status, 404)
  })

  it('shows own prices as the calendar of the listing does, with three decimals where it has them', async () => {
    const place = { city: 'Kuwait City', country_code: 'KW', latitude: '29.370000', longitude: '47.960000' }
    const money = { currency: 'KWD', default_nightly_price: '31.125' }
    const [listing] = [await world.home({ ...place, ...money }), await world.home({ ...place, ...money })]
    const { days } = await calendar(`Kuwait%20City/calendar?listingId=${listing}`)
    assert.equal(days[0]?.myPrice, 31.125)
    const { body } = await world.t.get('/v1/markets')
    const mine = body['myListings'] as unknown as { id: string; todayPrice: number }[]
    assert.equal(mine.find(({ id }) => id === listing)?.todayPrice, 31.125)
    const comps = (await world.t.get(`/v1/listings/${listing}/comps`)).body['data'] as unknown as {
      nightly: { rate: number }[]
    }[]
    assert.equal(comps[0]?.nightly[0]?.rate, 31.125)
  })

  it('tells nothing of a listing that is switched off', async () => {
    const off = await world.home({ city: 'Faro', active: false, inactive_reason: 'deactivated' })
    const answer = await world.t.get(`/v1/markets/Lisbon/calendar?listingId=${off}`)
    assert.deepEqual([answer.status, answer.body['error']!['code']] as unknown, [403, 'listing_inactive'])
    assert.deepEqual(answer.body['error']!['listing_ids'] as unknown, [off])
  })

  it('has no listing of another account, or beside those of the key', async () => {
    const { t, rows } = world
    const [first, second] = [
      (await rows.account('hostaway', 'one')).connectionId,
      (await rows.account('hostaway', 'two')).connectionId,
    ]
    const [mine, other] = [
      await world.home({ city: 'Porto', connection_id: first }),
      await world.home({ city: 'Porto', connection_id: second }),
    ]
    const made = await t.post('/v1/keys', { name: 'One home', listingIds: [mine] })
    assert.equal(made.status, 201, made.text)
    for (const narrowed of [{ key: String(made.body['secret']) }, { headers: { 'x-account-id': first } }]) {
      const { body, text } = await t.get('/v1/markets/Porto/calendar', narrowed)
      assert.equal((body as unknown as MarketCalendar).days[0]?.totalListings, 1, text)
      for (const [listing, status] of [
        [mine, 200],
        [other, 404],
      ] as const) {
        const answer = await t.get(`/v1/markets/Porto/calendar?listingId=${listing}`, narrowed)
        assert.equal(answer.status, status, answer.text)
      }
    }
  })

  it('is what the file says, night by night, with the own listing beside it', async () => {
    await world.load(filesOf(small))
    const listing = await world.home()
    await world.rows.night(listing, '2026-06-20', { price: '80.25' })
    const { days, snapshotDate, attribution } = await calendar(
      `LISBON/calendar?startDate=2026-06-20&endDate=2026-06-20&listingId=${listing}`,
    )
    const rows = textsOf(small)
      .calendar.split('\n')
      .map((row) => row.replaceAll('"', '').split(','))
    const night = rows.filter(([, date]) => date === '2026-06-20')
    const open = night.filter(([, , available]) => available === 't').map((row) => Number(row[3]?.slice(1)))
    const mean = open.reduce((sum, price) => sum + price, 0) / open.length
    assert.deepEqual(days, [
      {
        date: '2026-06-20',
        marketAvgRate: Math.round(mean * 100) / 100,
        marketMinRate: Math.min(...open),
        marketMaxRate: Math.max(...open),
        pricedListings: open.length,
        occupancyPct: Math.round((1 - open.length / 60) * 1000) / 10,
        totalListings: 60,
        wheelhouseOccupancy: null,
        wheelhouseAdr: null,
        events: [],
        myPrice: 80.25,
        myAvailable: true,
      },
    ])
    assert.deepEqual([snapshotDate, attribution?.license], ['2026-06-01', 'CC BY 4.0'])
    assert.equal((await calendar('Lisbon/calendar')).days.length, 366)
  })

  it('is refused to plans that have no markets', async () => {
    const services = world.t.services
    const { config } = services
    services.config = { ...config, marketPlans: new Set(['starter'] as const) }
    const answer = await world.t.get('/v1/markets/Lisbon/calendar')
    services.config = config
    assert.equal(answer.status, 403, answer.text)
    assert.match(answer.text, /"forbidden".*MARKET_PLANS/)
  })
})
