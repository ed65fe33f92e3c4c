/** Files of a city: what is taken in, what is refused, and that nothing half read is ever seen. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { markets } from '../../src/features/markets/list-queries.ts'
import { unpackedNight } from '../../src/features/markets/nights.ts'
import { file, filesOf, lisbon, makeMarketWorld, small, textsOf } from './world.ts'

describe('the files of a city', () => {
  let world: Awaited<ReturnType<typeof makeMarketWorld>>
  before(async () => void (world = await makeMarketWorld()))
  after(() => world?.t.close())

  const stored = async () => {
    const { rows } = await sql<Record<string, unknown>>`
      select (select count(*)::int from market_listings) as listings, (select count(*)::int from market_nights) as nights,
             (select count(*)::int from market_days) as days, (select count(*)::int from market_snapshots) as snapshots,
             (select count(*)::int from markets) as markets`.execute(world.t.db)
    return rows[0]
  }
  const nothing = { listings: 0, nights: 0, days: 0, snapshots: 0, markets: 0 }
  const texts = textsOf(small)
  const refusal = async (files: { [name in keyof typeof texts]?: string | Buffer }) => {
    const of: Record<keyof typeof texts, string | Buffer> = { ...texts, ...files }
    const error = await world
      .load({
        listings: file('listings.csv', of.listings),
        calendar: file('calendar.csv', of.calendar),
        reviews: file('reviews.csv', of.reviews),
      })
      .then(
        () => assert.fail('it was taken in'),
        (thrown: Error) => thrown,
      )
    assert.equal(error.name, 'MarketFileError', error.stack ?? '')
    return error.message
  }
  /** The text with one line changed; lines count from 1. */
  const changed = (text: string, line: number, change: (row: string) => string) =>
    text
      .split('\n')
      .map((row, at) => (at === line - 1 ? change(row) : row))
      .join('\n')

  it('that are damaged are refused with the line, and nothing of them is seen', async () => {
    const cases: [Parameters<typeof refusal>[0], RegExp][] = [
      [{ listings: '' }, /^listings.csv: it is empty/],
      [{ listings: texts.calendar }, /line 1: these are the columns of a file of calendar, not of listings/],
      [
        { calendar: 'a,b\n1,2\n' },
        /^calendar.csv, line 1: a file of calendar has the columns listing_id, date, available/,
      ],
      [
        { listings: changed(texts.listings, 5, (row) => row.replace(/,38\.\d+/, ',138.5')) },
        /line 5: in the column latitude, the latitude "138.5" is not from -85 to 85/,
      ],
      [
        { listings: changed(texts.listings, 7, (row) => row.replace(/"\$[\d,.]+"/, '"$12.x"')) },
        /line 7: in the column price, the price "\$12.x" is no amount/,
      ],
      [
        { listings: changed(texts.listings, 7, (row) => row.replace(/"\$[\d,.]+"/, '"$9,999,999.00"')) },
        /line 7: in the column price, the price "\$9,999,999.00" is above 1000000/,
      ],
      [
        { listings: changed(texts.listings, 7, (row) => row.replace('"$', '"£')) },
        /line 7: in the column price, the price "£.+" is in GBP, and the market in EUR/,
      ],
      [
        { listings: changed(texts.listings, 4, (row) => row.replace(/^\d+/, '1000001')) },
        /line 4: the id 1000001 stands there twice/,
      ],
      [{ listings: `${texts.listings}1,2,3\n` }, /line 62: .*[Ii]nvalid [Rr]ecord [Ll]ength/],
      [{ listings: `${texts.listings}1,"open` }, /listings.csv, line \d+: .*[Qq]uote/],
      [
        { listings: Buffer.concat([Buffer.from(texts.listings), Buffer.from([0xe9, 0x2c, 0x0a])]) },
        /line 62: it is not written in UTF-8/,
      ],
      [
        { calendar: gzipSync(texts.calendar).subarray(0, 9000) },
        /^calendar.csv: it is cut off after line \d+/,
      ],
      [
        { calendar: texts.calendar.replaceAll('2026-06', '2026-13') },
        /calendar.csv: \d+ of \d+ rows cannot be read.*line 2: the date "2026-13-01"/,
      ],
      [
        { calendar: texts.calendar.replaceAll('1000001', '5') },
        /line 2: there is no listing "5" in the file of listings/,
      ],
    ]
    for (const [files, expected] of cases) {
      assert.match(await refusal(files), expected)
      assert.deepEqual(await stored(), nothing)
    }
  })

  it('are taken in, and the same again change nothing', async () => {
    const first = await world.load(filesOf(small))
    assert.deepEqual(
      { ...first, leftOut: first.leftOut.count },
      {
        city: 'Lisbon',
        takenOn: '2026-06-01',
        listings: 60,
        nights: 3600,
        reviews: 300,
        priceFrom: 'calendar',
        leftOut: 0,
      },
    )
    const before = await stored()
    assert.deepEqual(before, { listings: 60, nights: 60, days: 60, snapshots: 1, markets: 1 })
    await world.load(filesOf(small))
    assert.deepEqual(await stored(), before)
    const [market] = await markets(world.t.db)
    assert.deepEqual([market?.name, market?.listings, market?.snapshots], ['Lisbon', 60, 1])
  })

  it('keep every night and price as the file says them', async () => {
    const { rows } = await sql<{ id: string; nights: Buffer }>`
      select id, nights from market_nights order by id limit 1`.execute(world.t.db)
    const lines = texts.calendar.split('\n').slice(1, 61)
    for (const [at, line] of lines.entries()) {
      const [id, , available, price] = line.replaceAll('"', '').split(',')
      const night = unpackedNight(rows[0]?.nights.readInt32LE(at * 4) ?? 0)
      assert.equal(id, rows[0]?.id)
      assert.equal(night?.taken, available === 'f')
      assert.equal(night?.price, Number(price?.slice(1)) * 100)
    }
  })

  it('of a later day take the place of those before, of which trends stay; an earlier day changes nothing that is shown', async () => {
    await world.load(filesOf({ ...small, listings: 70, date: '2026-07-01' }))
    await world.load(filesOf({ ...small, listings: 40, date: '2026-05-01' }))
    const { rows } = await sql<Record<string, unknown>>`
      select taken_on, listings, new_listings, gone_listings from market_snapshots order by taken_on`.execute(
      world.t.db,
    )
    assert.deepEqual(rows, [
      { taken_on: '2026-05-01', listings: 40, new_listings: null, gone_listings: null },
      { taken_on: '2026-06-01', listings: 60, new_listings: null, gone_listings: null },
      { taken_on: '2026-07-01', listings: 70, new_listings: 10, gone_listings: 0 },
    ])
    const now = await stored()
    assert.deepEqual([now?.['listings'], now?.['nights']], [70, 70])
  })

  it('whose import was killed leave nothing that is seen, and the next one clears it away', async () => {
    const before = await stored()
    await sql`
      with dead as (insert into market_snapshots (market_id, taken_on, loaded_at)
        select id, '2026-08-01', now() from markets returning id)
      insert into market_listings (snapshot_id, id, place) select id, 1, point(-9.14, 41.8) from dead`.execute(
      world.t.db,
    )
    const listing = await world.home()
    const { data } = await world.comps(listing, 'limit=100')
    assert.ok(data.every((comp) => comp.compId !== '1'))
    await world.load(filesOf({ ...small, listings: 70, date: '2026-07-01' }))
    assert.deepEqual(await stored(), before)
  })

  it('without prices in the calendar have those of the listings stand in; a summary needs its date said', async () => {
    const porto = { ...lisbon, name: 'Porto' }
    const loaded = await world.load(
      filesOf({ ...small, nightPrices: false, latitude: 41.15, longitude: -8.61 }),
      porto,
    )
    assert.equal(loaded.priceFrom, 'listing')
    const summary =
      'id,name,host_id,host_name,neighbourhood_group,neighbourhood,latitude,longitude,room_type,price,minimum_nights\n' +
      '9,Café ☕,1,Ana,,Baixa,40.2,-8.4,Entire home/apt,90,2\n'
    const coimbra = { ...lisbon, name: 'Coimbra' }
    const of = { listings: file('listings.csv', `\uFEFF${summary}`) }
    await assert.rejects(world.load(of, coimbra), /does not say when it was made/)
    assert.equal((await world.load(of, { ...coimbra, takenOn: '2026-06-03' })).listings, 1)
    await assert.rejects(world.load(of, { ...coimbra, country: 'BR' }), /is in PT with prices in EUR/)
  })
})
