/** Files of events: what is taken in, what is gone from them, what is refused, and where they are seen. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { gzipSync } from 'node:zlib'
import type { MarketCalendar } from '../../src/contract/market-calendar.ts'
import type { MarketDetail } from '../../src/contract/market-detail.ts'
import { removeEvents, importEvents } from '../../src/features/markets/loading/events/import-events.ts'
import { filesOf, makeMarketWorld, small } from './world.ts'

const line = { action: 'cli.markets.events.import', actor: { kind: 'cli' } } as const

const csv = `title,start_date,end_date,category,rank,attendance,lat,lng,labels
Harvest Fair,2026-07-04,2026-07-06,festival,62,40000,38.72,-9.14,"music, food"
Marathon,2026-10-11,,sport,80,,,,
Long past,2024-01-01,,,,,,,
`

const calendar = (...events: string[]) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Town//EN', ...events, 'END:VCALENDAR', ''].join('\r\n')
const event = (...lines: string[]) => ['BEGIN:VEVENT', ...lines, 'END:VEVENT'].join('\r\n')

describe('files of events', () => {
  let world: Awaited<ReturnType<typeof makeMarketWorld>>
  before(async () => {
    world = await makeMarketWorld()
    await world.load(filesOf(small))
  })
  after(() => world?.t.close())

  const load = (text: string | Buffer, { source = 'town', timeZone = null as string | null } = {}) =>
    importEvents(
      { db: world.t.services.db as never, now: world.t.clock.now(), line },
      { city: 'lisbon', source, timeZone },
      { name: 'events', bytes: Buffer.from(text as string) },
    )
  const counts = async (text: string | Buffer, of = {}) => {
    const { events, added, changed, removed } = await load(text, of)
    return [events, added, changed, removed]
  }
  const shown = async () => ((await world.t.get('/v1/markets/Lisbon')).body as unknown as MarketDetail).events
  const forget = (source: string) =>
    removeEvents(
      { db: world.t.services.db as never, now: world.t.clock.now(), line },
      { city: 'Lisbon', source },
    )

  it('as CSV are taken in and shown, the same again change nothing, and what is gone from them is removed', async () => {
    const first = await load(csv)
    assert.deepEqual(
      [first.events, first.added, first.changed, first.removed, first.outside],
      [2, 2, 0, 0, 1],
    )
    const [fair, marathon] = await shown()
    assert.deepEqual(
      { ...fair, id: '' },
      {
        ...{
          id: '',
          title: 'Harvest Fair',
          category: 'festival',
          startDate: '2026-07-04',
          endDate: '2026-07-06',
        },
        ...{ lat: 38.72, lng: -9.14, rank: 62, localRank: null, attendance: 40_000, demandImpact: null },
        labels: ['music', 'food'],
      },
    )
    assert.deepEqual([marathon?.startDate, marathon?.endDate], ['2026-10-11', '2026-10-11'])
    const { days, events } = (
      await world.t.get('/v1/markets/Lisbon/calendar?startDate=2026-07-06&endDate=2026-07-07')
    ).body as unknown as MarketCalendar
    assert.deepEqual(
      days.map((day) => day.events.map(({ title, rank }) => [title, rank])),
      [[['Harvest Fair', 62]], []],
    )
    assert.deepEqual(
      events.map(({ title }) => title),
      ['Harvest Fair'],
    )
    assert.deepEqual(await counts(gzipSync(csv)), [2, 0, 0, 0])
    assert.deepEqual(await counts(csv.replace('62,40000', '70,40000')), [2, 0, 1, 0])
    // Of another file nothing is said by this one.
    assert.deepEqual(await counts('title,date\nConcert,2026-07-05\n', { source: 'hall' }), [1, 1, 0, 0])
    assert.deepEqual(await counts(csv.replace(/Marathon.*\n/, '')), [1, 0, 1, 1])
    assert.deepEqual(
      (await shown()).map(({ title }) => title),
      ['Harvest Fair', 'Concert'],
    )
    assert.equal((await forget('hall')).removed, 1)
  })

  it('that are over stay when their file does not tell of them any more', async () => {
    await load('title,date\nYesterday,2026-06-14\nTomorrow,2026-06-16\n', { source: 'days' })
    assert.deepEqual(await counts('title,date\nLater,2026-06-20\n', { source: 'days' }), [1, 1, 0, 1])
    assert.equal((await forget('days')).removed, 2)
  })

  it('as a calendar are taken in, with those that repeat, up to an end', async () => {
    const text = calendar(
      event(
        'UID:market',
        'DTSTART;VALUE=DATE:20260701',
        'RRULE:FREQ=WEEKLY',
        'SUMMARY:Market day',
        'CATEGORIES:Food,Street',
      ),
      event(
        'UID:opera',
        'DTSTART:20260702T190000Z',
        'DTEND:20260703T003000Z',
        'SUMMARY:Opera\\, open air',
        'GEO:38.7;-9.1',
      ),
      event(
        'UID:fair',
        'DTSTART:20260710T090000',
        'DTEND:20260712T180000',
        'SUMMARY:Book fair with a name that is so long that it is ',
        ' folded',
      ),
      event('UID:off', 'DTSTART;VALUE=DATE:20260801', 'SUMMARY:Off', 'STATUS:CANCELLED'),
    )
    const { events, added, outside } = await load(text, { source: 'ics', timeZone: 'Europe/Lisbon' })
    // Of the weekly one all that lie within 800 days.
    assert.ok(events > 100 && events < 130, String(events))
    assert.deepEqual([added, outside], [events, 0])
    assert.deepEqual(await counts(text, { source: 'ics', timeZone: 'Europe/Lisbon' }), [events, 0, 0, 0])
    const all = await shown()
    const named = (title: string) => all.find((one) => one.title.startsWith(title)) ?? assert.fail(title)
    assert.deepEqual(
      ['Market', 'Opera', 'Book'].map((title) => [named(title).startDate, named(title).endDate]),
      [
        ['2026-07-01', '2026-07-01'],
        ['2026-07-02', '2026-07-02'],
        ['2026-07-10', '2026-07-12'],
      ],
    )
    assert.deepEqual([named('Opera').title, named('Opera').lat], ['Opera, open air', 38.7])
    assert.deepEqual([named('Market').category, named('Market').labels], ['Food', ['Food', 'Street']])
    assert.ok(!all.some(({ title }) => title === 'Off'))
    assert.equal((await forget('ics')).removed, events)
  })

  it('that are broken are refused with line and column, and nothing changes', async () => {
    const before = await shown()
    const row = (text: string) => `title,start_date,rank,lat,lng\nFine,2026-07-01,,,\n${text}\n`
    const cases: [string, RegExp, number | undefined, string | undefined][] = [
      ['', /is empty/, undefined, undefined],
      ['name;date\n', /there is no column "name;date" in a file of events/, 1, 'name;date'],
      [
        'title,start_date,attendence\n',
        /no column "attendence" .*did you mean attendance\?/,
        1,
        'attendence',
      ],
      ['title,rank\n', /has the column start_date/, 1, 'start_date'],
      [row('Bad,2026-02-30,,,'), /line 3: in the column start_date, the date "2026-02-30"/, 3, 'start_date'],
      [
        row('Bad,2026-07-01,101,,'),
        /line 3: in the column rank, "101" is no whole number from 0 to 100/,
        3,
        'rank',
      ],
      [row(',2026-07-01,,,'), /line 3: in the column title, it is empty/, 3, 'title'],
      [row('Bad,2026-07-01,,38,'), /line 3: of latitude and longitude one is missing/, 3, undefined],
      [row('Fine,2026-07-01,,,'), /line 3: the event ".+" stands there twice/, 3, undefined],
      [
        'title,start_date,end_date\nA,2026-07-02,2026-07-01\n',
        /line 2: it ends on 2026-07-01, before/,
        2,
        undefined,
      ],
      [calendar(event('UID:a', 'SUMMARY:A')), /line 4: it has no DTSTART/, 4, undefined],
      [
        calendar(
          event('UID:a', 'DTSTART;VALUE=DATE:20260701', 'SUMMARY:A'),
          event('UID:b', 'DTSTART:20260231', 'SUMMARY:B'),
        ),
        /line 9: its DTSTART "20260231" is no day/,
        9,
        undefined,
      ],
      [calendar(event('UID:a', 'DTSTART:20260701')), /line 4: it has no SUMMARY/, 4, 'SUMMARY'],
      [
        calendar(event('UID:a', 'DTSTART:20260701', 'SUMMARY:A', 'RRULE:FREQ=SECONDLY')),
        /line 4: when it takes place cannot be understood/,
        4,
        undefined,
      ],
      [
        calendar(event('UID:a', 'DTSTART:20260701', 'SUMMARY:long', ' er'), 'nonsense'),
        /line 10: something|line 10:/,
        10,
        undefined,
      ],
      ['BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\n', /has no end: the file was cut off/, undefined, undefined],
    ]
    for (const [text, message, lineNumber, column] of cases) {
      await assert.rejects(load(text), (error: Error & { place?: { line?: number; column?: string } }) => {
        assert.equal(error.name, 'MarketFileError', String(error.stack))
        assert.match(error.message, message)
        assert.deepEqual([error.place?.line, error.place?.column], [lineNumber, column], error.message)
        return true
      })
    }
    assert.deepEqual(await shown(), before)
    await assert.rejects(
      importEvents(
        { db: world.t.services.db as never, now: world.t.clock.now(), line },
        { city: 'Porto', source: 'town', timeZone: null },
        { name: 'events.csv', bytes: Buffer.from(csv) },
      ),
      /There is no market "Porto"/,
    )
  })

  it('move recommended prices, which say so', async () => {
    await load(csv)
    const listing = await world.home({ unit_count: 1 })
    const { body, text } = await world.t.get(
      `/v1/listings/${listing}/pricing?startDate=2026-07-05&endDate=2026-07-20`,
    )
    const recommended = body['recommendations'] as unknown as {
      date: string
      factors: Record<string, { reason?: string; amount: string }>
    }[]
    const fair = recommended.find(({ date }) => date === '2026-07-05')
    assert.match(fair?.factors['event']?.reason ?? '', /Harvest Fair/, text.slice(0, 3000))
    assert.ok(Number(fair?.factors['event']?.amount) > 0)
    const quiet = recommended.find(({ date }) => date === '2026-07-15')
    assert.equal(Number(quiet?.factors['event']?.amount ?? 0), 0)
  })
})
