/** The lists of markets and the page of one: from the workspace's own listings, and from loaded files beside them. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { MarketDetail } from '../../src/contract/market-detail.ts'
import type { BrowsedMarkets, MarketList } from '../../src/contract/markets.ts'
import { rowsOf } from '../api/rows.ts'
import { file, filesOf, lisbon, makeMarketWorld, small, textsOf } from './world.ts'

describe('markets', () => {
  let world: Awaited<ReturnType<typeof makeMarketWorld>>
  before(async () => void (world = await makeMarketWorld()))
  after(() => world?.t.close())
  const ask = async <T>(path: string, key?: string) => {
    const answer = await world.t.get(`/v1/markets${path}`, key === undefined ? {} : { key })
    assert.equal(answer.status, 200, answer.text)
    return answer.body as unknown as T
  }
  const list = (query = '', key?: string) => ask<MarketList>(query, key)
  const browse = (query = '', key?: string) => ask<BrowsedMarkets>(`/browse${query}`, key)
  const detail = (path: string, key?: string) => ask<MarketDetail>(`/${path}`, key)
  const rowOf = ({ data }: MarketList, city: string) =>
    data.find((row) => row.city === city) ?? assert.fail(`no ${city} in ${JSON.stringify(data)}`)

  it('are those of the own listings where nothing is loaded, and say so', async () => {
    const listing = await world.home({ country_code: 'PT' })
    await world.rows.night(listing, '2026-06-15', { price: '80' })
    const { data, source, warning, totals, myListings, browse: catalogue, attribution } = await list()
    assert.deepEqual(
      data.map(({ city, source: of, myListings: mine, marketAvgAdr, myCurrency }) => [
        ...[city, of, mine, marketAvgAdr, myCurrency],
      ]),
      [['Lisbon', 'own', 1, null, 'EUR']],
    )
    assert.deepEqual([source, attribution, catalogue.totalAvailable], ['own', null, 0])
    assert.match(warning ?? '', /No market data is loaded.*lodgewire markets import/)
    assert.deepEqual(totals, { myListings: 1, markets: 1, totalCompetitors: 0 })
    assert.deepEqual(
      myListings.map(({ id, todayPrice, currency, blocked, availableNights }) => [
        ...[id, todayPrice, currency, blocked, availableNights],
      ]),
      [[listing, 80, 'EUR', false, 30]],
    )
    const { data: browsed, source: browsedFrom } = await browse()
    assert.deepEqual(
      [browsedFrom, browsed.map(({ city, listings }) => [city, listings])],
      ['own', [['Lisbon', 1]]],
    )
    const many = await world.t.addWorkspace()
    const theirs = rowsOf(world.t.db, many.live)
    for (let n = 0; n < 11; n += 1)
      await theirs.listing({ city: 'Évora', currency: 'EUR', default_nightly_price: '70.00' })
    const evora = await browse(`?q=${encodeURIComponent('ÉVORA'.normalize('NFD'))}`, many.liveKey)
    assert.deepEqual(
      evora.data.map(({ city, listings, avgAdr }) => [city, listings, avgAdr]),
      [['Évora', 11, 70]],
    )
    assert.match(evora.warning ?? '', /rates are those of the first 10 listings of each/)
    const one = await detail('LISBON')
    assert.deepEqual(
      [
        one.city,
        one.source,
        one.totalListings,
        one.topComps.items[0]?.id,
        one.topComps.items[0]?.url,
        one.trends,
      ],
      ['Lisbon', 'own', 1, listing, null, []],
    )
    assert.equal(one.marketPosition?.myListings, 1)
    assert.match(one.warning ?? '', /Means of fewer than 5 listings are left out; there are 1/)
    // Those that are switched off are in no market.
    await world.home({
      city: 'Faro',
      latitude: null,
      longitude: null,
      active: false,
      inactive_reason: 'deactivated',
    })
    assert.equal((await world.t.get('/v1/markets/Faro')).status, 404)
    assert.equal((await list()).pagination.total, 1)
    const foreign = await world.t.addWorkspace()
    assert.deepEqual((await list('', foreign.liveKey)).data, [])
    assert.equal((await world.t.get('/v1/markets/Lisbon', { key: foreign.liveKey })).status, 404)
  })

  it('have what the files say beside the own listings around which they stand', async () => {
    await world.load(filesOf(small))
    const inArea = await world.home({ city: 'Almada', country_code: 'PT', default_nightly_price: '60.00' })
    const elsewhere = await world.home({
      ...{ city: 'Lisbon', country_code: 'US', latitude: '44.03', longitude: '-70.10', currency: 'USD' },
    })
    const nights = textsOf(small)
      .calendar.split('\n')
      .map((row) => row.replaceAll('"', '').split(','))
      .filter(([, date]) => date !== undefined && date >= '2026-06-01' && date < '2026-07-01')
    const open = nights.filter(([, , available]) => available === 't').map((row) => Number(row[3]?.slice(1)))
    const mean = Math.round((open.reduce((sum, price) => sum + price, 0) / open.length) * 100) / 100
    const all = await list()
    const row = rowOf(all, 'Lisbon')
    // The first home asks 80 tonight and 120.50 on 29 nights, the second 60 on all of them.
    const own = Math.round(((80 + 29 * 120.5 + 30 * 60) / 60) * 100) / 100
    assert.deepEqual(row, {
      ...{ city: 'Lisbon', country: 'PT', source: 'market', snapshotDate: '2026-06-01' },
      ...{ myListings: 2, totalListings: 60, marketSharePct: 3.3 },
      ...{ currency: 'EUR', myCurrency: 'EUR', myAvgAdr: own, marketAvgAdr: mean },
      priceDiffPct: Math.round((own / mean - 1) * 1000) / 10,
      ...{ myAvgRating: null, marketAvgRating: row.marketAvgRating, myOccupancyPct: 0 },
      marketOccupancyPct: Math.round((1 - open.length / nights.length) * 1000) / 10,
      propertyTypes: 2,
    })
    assert.deepEqual([rowOf(all, 'Lisbon, US').source, rowOf(all, 'Lisbon, US').myListings], ['own', 1])
    assert.match(all.warning ?? '', /Nothing is loaded of Lisbon, US/)
    assert.deepEqual(all.attribution?.license, 'CC BY 4.0')
    assert.deepEqual(
      all.myListings.map(({ id }) => id).includes(inArea) &&
        all.myListings.map(({ id }) => id).includes(elsewhere),
      true,
    )
    assert.equal((await detail('lisbon, us')).currency, 'USD')
    // What another workspace has there is in no figure of its own.
    const foreign = await world.t.addWorkspace()
    const theirs = await detail('Lisbon', foreign.liveKey)
    assert.deepEqual([theirs.marketPosition, theirs.totalListings], [null, 60])
    assert.ok(theirs.benchmarks.every(({ myListings, myAvgRate }) => myListings === 0 && myAvgRate === null))
  })

  it('are told of as a whole, from what was reckoned when they were loaded', async () => {
    const one = await detail('Lisbon')
    const rows = textsOf(small).listings.split('\n').slice(1, -1)
    const count = (counts: readonly { count: number }[]) => counts.reduce((sum, row) => sum + row.count, 0)
    assert.equal(count(one.priceDistribution), 60)
    assert.equal(count(one.bedroomBreakdown), 60)
    assert.equal(count(one.propertyTypeMix), 60)
    assert.equal(count(one.benchmarks), 60)
    assert.deepEqual(
      one.propertyTypeMix.map((type) => [type.property_type, type.count]).toSorted(),
      ['Entire rental unit', 'Private room in rental unit'].map((type) => [
        type,
        rows.filter((row) => row.includes(type)).length,
      ]),
    )
    for (const { count: of, avg_rate: rate } of one.priceDistribution) assert.equal(rate === null, of < 5)
    const mine = one.benchmarks.filter(({ myListings }) => myListings > 0)
    assert.deepEqual(
      mine.map(({ segment, myListings, myAvgRate }) => [segment, myListings, myAvgRate]),
      [['1-bedroom entire home', 2, 90.25]],
    )
    assert.equal(one.capacityGap['3']?.mine, 2)
    assert.equal(one.marketPosition?.myListings, 2)
    assert.ok(one.supplyTrend.length > 0 && one.supplyTrend.length <= 24)
    const { items, total, pageSize, mapItems } = one.topComps
    assert.deepEqual([total, pageSize, mapItems.length], [60, 20, 60])
    const reviews = items.map(({ reviewCount }) => reviewCount)
    assert.deepEqual(
      reviews,
      reviews.toSorted((a, b) => b - a),
    )
    assert.ok(items.every(({ distanceKm, url }) => distanceKm !== null && url?.includes('airbnb.com/rooms/')))
    const pages = await Promise.all([2, 3, 4].map((page) => detail(`Lisbon?compsPage=${page}`)))
    const ids = [one, ...pages].flatMap(({ topComps }) => topComps.items.map(({ id }) => id))
    assert.deepEqual([ids.length, new Set(ids).size], [60, 60])
    assert.equal(one.trends.length, 1)
    assert.match(one.warning ?? '', /trends are seen when those of another month are/)
  })

  it('show what changed from one month of files to the next', async () => {
    await world.load(filesOf({ ...small, listings: 70, date: '2026-06-14' }))
    const { trends, snapshotDate, healthSummary, warning } = await detail('Lisbon')
    assert.equal(snapshotDate, '2026-06-14')
    assert.deepEqual(
      trends.map(({ snapshotDate: on, listings, newListings, goneListings }) => [
        ...[on, listings, newListings, goneListings],
      ]),
      [
        ['2026-06-01', 60, null, null],
        ['2026-06-14', 70, 10, 0],
      ],
    )
    assert.ok(
      trends.every(
        ({ nextNightsAvgRate, nextNightsOccupancyPct }) => nextNightsAvgRate && nextNightsOccupancyPct,
      ),
    )
    assert.equal(healthSummary?.snapshots, 2)
    assert.equal(warning, undefined)
    world.t.clock.advance(70 * 86_400_000)
    assert.match((await detail('Lisbon')).warning ?? '', /is of 2026-06-14, \d+ days ago/)
    assert.match((await list()).warning ?? '', /is of 2026-06-14/)
    world.t.clock.advance(-70 * 86_400_000)
  })

  it('are browsed by size or name, filtered, page by page', async () => {
    const porto = { ...small, listings: 25, latitude: 41.15, longitude: -8.61 }
    await world.load(filesOf(porto), { ...lisbon, name: 'Porto' })
    await world.load(filesOf({ ...small, listings: 8, latitude: 37.39, longitude: -5.99 }), {
      ...{ name: 'Sevilla', country: 'ES', currency: 'EUR', takenOn: null },
    })
    const tiny = 'id,name,latitude,longitude,room_type,price\n9,Café,40.2,-8.4,Entire home/apt,90\n'
    const coimbra = { ...lisbon, name: 'Coimbra', takenOn: '2026-06-03' }
    await world.load({ listings: file('listings.csv', tiny) }, coimbra)
    const cities = async (query: string) => (await browse(query)).data.map(({ city }) => city)
    assert.deepEqual(await cities(''), ['Lisbon', 'Porto', 'Sevilla'])
    assert.deepEqual(await cities('?sort=name_asc&min_listings=1'), ['Coimbra', 'Lisbon', 'Porto', 'Sevilla'])
    assert.deepEqual(await cities('?country=ES'), ['Sevilla'])
    assert.deepEqual(await cities('?q=ORT'), ['Porto'])
    assert.deepEqual(await cities('?q=%25'), [])
    const first = await browse('?limit=2')
    assert.deepEqual([first.pagination.total, first.pagination.hasMore], [3, true])
    const next = await browse(`?limit=2&cursor=${first.pagination.nextCursor}`)
    assert.deepEqual(
      next.data.map(({ city }) => city),
      ['Sevilla'],
    )
    const [small1] = (await browse('?q=coimbra&min_listings=0')).data
    assert.deepEqual([small1?.listings, small1?.avgAdr, small1?.subscribed], [1, null, true])
    const { featured, categories } = (await list()).browse
    assert.deepEqual(categories, [
      { country: 'PT', count: 3 },
      { country: 'ES', count: 1 },
    ])
    assert.equal(featured[0]?.city, 'Lisbon')
    const thin = await detail('Coimbra')
    assert.match(thin.warning ?? '', /The files have 1 listings; figures of fewer than 5 are left out/)
    assert.match(thin.warning ?? '', /No calendar was loaded/)
    assert.ok(thin.priceDistribution.every(({ avg_rate: rate }) => rate === null))
  })

  it('that are not there are 404 with the name that was meant; what is no parameter is refused', async () => {
    const missing = await world.t.get('/v1/markets/Lisbom')
    assert.deepEqual(
      [missing.status, missing.body['error']!['code'], missing.body['error']!['did_you_mean']] as unknown,
      [404, 'not_found', 'Lisbon'],
    )
    for (const [path, field] of [
      ['/browse?country=Portugal', 'country'],
      ['/browse?sort=size', 'sort'],
      ['/browse?min_listings=-1', 'min_listings'],
      ['/Lisbon?compsPage=0', 'compsPage'],
      ['/Lisbon?compsPage=501', 'compsPage'],
    ] as const) {
      const answer = await world.t.get(`/v1/markets${path}`)
      assert.equal(answer.status, 400, `${path}: ${answer.text}`)
      assert.equal(String(answer.body['error']!['field']), field)
    }
    assert.equal((await detail('Lisbon?compsPage=500')).topComps.items.length, 0)
  })

  it('show a key for single listings, or within an account, nothing of other listings', async () => {
    const { t, rows } = world
    const first = (await rows.account('hostaway', 'one')).connectionId
    const nowhere = { city: 'Braga', latitude: null, longitude: null }
    const mine = await world.home({ ...nowhere, connection_id: first })
    await world.home(nowhere)
    const made = await t.post('/v1/keys', { name: 'One home', listingIds: [mine] })
    for (const narrowed of [{ key: String(made.body['secret']) }, { headers: { 'x-account-id': first } }]) {
      const { body } = await t.get('/v1/markets', narrowed)
      const { data, myListings, totals } = body as unknown as MarketList
      // It has no coordinates.
      assert.deepEqual(myListings, [])
      assert.deepEqual([data.map(({ city }) => city), totals.myListings], [['Braga'], 1])
      const one = (await t.get('/v1/markets/Braga', narrowed)).body as unknown as MarketDetail
      assert.deepEqual(
        one.topComps.items.map(({ id }) => id),
        [mine],
      )
      const whole = (await t.get('/v1/markets/Lisbon', narrowed)).body as unknown as MarketDetail
      assert.equal(whole.marketPosition, null)
    }
  })

  it('answer a sandbox with its fixtures, and with what is loaded', async () => {
    const key = world.t.sandboxKey
    assert.equal((await world.t.post('/v1/sandbox/seed', undefined, { key })).status, 200)
    const { data, myListings } = await list('', key)
    assert.deepEqual(
      data.map(({ city }) => city),
      ['Cascais', 'Truckee', 'Wien'],
    )
    assert.ok(data.every(({ myAvgAdr, myOccupancyPct }) => myAvgAdr !== null && myOccupancyPct !== null))
    assert.ok(myListings.length === 3 && myListings.some(({ bookedNights }) => bookedNights > 0))
    assert.equal((await detail('Wien', key)).source, 'own')
    assert.equal((await detail('Lisbon', key)).source, 'market')
    assert.ok((await browse('', key)).data.length > 0)
  })

  it('are refused to plans that have none', async () => {
    const { services } = world.t
    const { config } = services
    services.config = { ...config, marketPlans: new Set(['starter'] as const) }
    const answers = await Promise.all(
      ['', '/browse', '/Lisbon'].map((path) => world.t.get(`/v1/markets${path}`)),
    )
    services.config = config
    for (const { status, text } of answers) {
      assert.equal(status, 403, text)
      assert.match(text, /"forbidden".*MARKET_PLANS/)
    }
  })
})
