/** Files that are readable in part, and words of Vrbo's brands, through the whole server. */
import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { nightsBetween } from '../../simulators/ical/peer.ts'
import { icalWorld, type IcalWorld } from './ical-world.ts'

let world: IcalWorld
before(async () => {
  world = await icalWorld()
})
after(() => world.close())

const file = (prodId: string, ...events: (readonly string[])[]) =>
  [
    ...['BEGIN:VCALENDAR', 'VERSION:2.0', `PRODID:${prodId}`],
    ...events.flatMap((lines, at) => ['BEGIN:VEVENT', `UID:${at}`, ...lines, 'END:VEVENT']),
    ...['END:VCALENDAR', ''],
  ].join('\r\n')
const days = (first: number, until: number) => [
  `DTSTART;VALUE=DATE:202607${String(first).padStart(2, '0')}`,
  `DTEND;VALUE=DATE:202607${String(until).padStart(2, '0')}`,
]

it('a damaged file closes what is readable of it, opens nothing, and says how much was not', async () => {
  const listing = await world.listing({ time_zone: 'Europe/Berlin' })
  const peer = await world.peer('booking')
  const state = async (feedId: string) => {
    const feed = await world.feed(listing, feedId)
    return [await world.closed(listing, '2026-07-01', '2026-07-31'), feed['staleReason'], feed['staleDetail']]
  }
  const broken = [...days(10, 13), 'DESCRIPTION:Guests', 'Zerafina Doe']
  peer.bad = { body: file('-//House//EN', broken, days(20, 22)) }
  const feedId = await world.follow(listing, peer.url, { platform: 'other' })
  const detail =
    'not understood: 1 lines that are no property; what is readable closes its nights, and nothing opens'
  const first = [...nightsBetween('2026-07-10', '2026-07-13'), ...nightsBetween('2026-07-20', '2026-07-22')]
  assert.deepEqual(await state(feedId), [first, 'damaged', detail])
  // What the next damaged file lacks stays closed, however often it comes.
  peer.bad = { body: file('-//House//EN', broken, days(25, 27)) }
  for (let n = 0; n < 3; n += 1) await world.readAll()
  const all = [...first, ...nightsBetween('2026-07-25', '2026-07-27')]
  assert.deepEqual(await state(feedId), [all, 'damaged', detail])
  peer.bad = { body: file('-//House//EN', days(10, 13)) }
  for (let n = 0; n < 2; n += 1) await world.readAll()
  assert.deepEqual(await state(feedId), [nightsBetween('2026-07-10', '2026-07-13'), null, null])
})

it('bookings of Vrbo’s brands are reservations in every language', async () => {
  const listing = await world.listing()
  const peer = await world.peer('vrbo')
  const summaries = [
    'Réservée - Camille',
    'Réservée',
    'Indisponible',
    'Provisoire - Sylvie',
    'Reserved - Ann',
  ]
  const more = [
    'Reserviert - Jonas',
    'Unter Vorbehalt - Lea',
    'Bloqueado',
    'Prenotato - Luca',
    'Gereserveerd',
  ]
  const all = [...summaries, ...more]
  const events = all.map((summary, at) => [...days(1 + at * 3, 3 + at * 3), `SUMMARY:${summary}`])
  peer.bad = { body: file('-//HomeAway.com, Inc.//EN', ...events) }
  await world.follow(listing, peer.url)
  const { body } = await world.app.get(`/v1/reservations?listing_id=${listing}&limit=100`)
  const shown = [...(body['data'] ?? [])].map(({ status, source, guestName, checkIn }) =>
    [String(checkIn).slice(8), status, source, guestName ?? '-'].join(' '),
  )
  assert.deepEqual(shown.toSorted(), [
    '01 confirmed vrbo Camille',
    '04 confirmed vrbo -',
    '10 pending vrbo Sylvie',
    '13 confirmed vrbo Ann',
    '16 confirmed vrbo Jonas',
    '19 pending vrbo Lea',
    '25 confirmed vrbo Luca',
    '28 confirmed vrbo -',
  ])
  assert.equal((await world.closed(listing, '2026-07-01', '2026-07-31')).length, 2 * all.length)
})
