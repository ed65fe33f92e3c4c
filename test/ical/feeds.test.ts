/** Calendars of others: what they close here, and what opens it again. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { nightsBetween } from '../../simulators/ical/peer.ts'
import { icalWorld, type IcalWorld } from './ical-world.ts'

let world: IcalWorld
before(async () => {
  world = await icalWorld()
})
after(() => world.close())

const july = ['2026-07-01', '2026-07-31'] as const
const closedInJuly = (listingId: string) => world.closed(listingId, ...july)

describe('a calendar feed', () => {
  it('closes the nights of bookings and blocks, and shows its address to nobody', async () => {
    const listing = await world.listing()
    const peer = await world.peer('airbnb')
    peer.book('2026-07-04', '2026-07-08', { code: 'HMABCD1234' })
    peer.block('2026-07-20', '2026-07-22')
    const feedId = await world.follow(listing, peer.url, { platform: 'airbnb' })
    assert.deepEqual(await closedInJuly(listing), [
      ...nightsBetween('2026-07-04', '2026-07-08'),
      ...nightsBetween('2026-07-20', '2026-07-22'),
    ])
    const feed = await world.feed(listing, feedId)
    assert.deepEqual(
      [feed['stale'], feed['events'], feed['status']],
      [false, { stays: 1, blocks: 1, missing: 0 }, 'active'],
    )
    assert.ok(!JSON.stringify(feed).includes('very-secret'))
    const uses = await world.app.get(`/v1/audit?target=calendar_feed:${feedId}`)
    assert.deepEqual(
      (uses.body['data'] as unknown as { action: string }[]).map(({ action }) => action),
      ['secret.calendar_feed.read'],
    )
    const stays = await world.app.get(`/v1/reservations?listing_id=${listing}`)
    const stay = stays.body['data']?.[0]
    assert.deepEqual(
      [stay?.['confirmationCode'], stay?.['checkIn'], stay?.['checkOut'], stay?.['status']],
      ['HMABCD1234', '2026-07-04', '2026-07-08', 'confirmed'],
    )
  })

  it('is of the platform that its file tells from the first reading on, also where a part of it cannot be read', async () => {
    for (const isWhole of [true, false]) {
      const listing = await world.listing()
      const peer = await world.peer('airbnb')
      const file = [
        ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Airbnb Inc//Hosting Calendar 1.0//EN'],
        ...['BEGIN:VEVENT', 'UID:a@airbnb.com', 'DTSTART;VALUE=DATE:20260704', 'DTEND;VALUE=DATE:20260708'],
        ...['SUMMARY:Reserved', 'DESCRIPTION:https://www.airbnb.com/hosting/reservations/details/HMWXYZ1234'],
        'END:VEVENT',
        ...(isWhole ? [] : ['BEGIN:VEVENT', 'UID:b@airbnb.com', 'DTSTART:202607', 'END:VEVENT']),
        ...['END:VCALENDAR', ''],
      ].join('\r\n')
      peer.bad = { body: file }
      const feedId = await world.follow(listing, peer.url)
      const feed = await world.feed(listing, feedId)
      assert.deepEqual([feed['platform'], feed['platformGuessed'], feed['stale']], ['airbnb', true, !isWhole])
      const stays = await world.app.get(`/v1/reservations?listing_id=${listing}`)
      const rows = stays.body['data'] as unknown as Record<string, unknown>[]
      assert.deepEqual(
        rows.map((stay) => [stay['source'], stay['confirmationCode']]),
        [['airbnb', 'HMWXYZ1234']],
      )
      const { path } = await world.address(listing, 'airbnb')
      const ours = await world.app.raw({ method: 'GET', url: path })
      assert.doesNotMatch(ours.body, /BEGIN:VEVENT/)
    }
  })

  const placesOfCodes = {
    'a link in its words': [
      'SUMMARY:Reserved',
      'DESCRIPTION:Reservation URL: https://www.airbnb.com/hosting/reservations/details/HMWXYZ1234\\nPhone Number (Last 4 Digits): 1234',
    ],
    'its own link': [
      'SUMMARY:Reserved',
      'URL:https://www.airbnb.com/hosting/reservations/details/HMWXYZ1234',
    ],
    'its own link with a type': [
      'SUMMARY:Reserved',
      'URL;VALUE=URI:https://www.airbnb.fr/hosting/reservations/details/HMWXYZ1234?guest=1',
    ],
    'a link as it was before': [
      'SUMMARY:Reserved',
      'URL:https://www.airbnb.com/reservation/itinerary?code=HMWXYZ1234',
    ],
    'brackets behind a name': ['SUMMARY:Mia Miller (HMWXYZ1234)'],
  }
  for (const [place, lines] of Object.entries(placesOfCodes))
    it(`reads the code of a booking from ${place}`, async () => {
      const listing = await world.listing()
      const peer = await world.peer('airbnb')
      peer.bad = {
        body: [
          ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Airbnb Inc//Hosting Calendar 1.0//EN'],
          ...['BEGIN:VEVENT', 'UID:a@airbnb.com', 'DTSTART;VALUE=DATE:20260704', 'DTEND;VALUE=DATE:20260708'],
          ...[...lines, 'END:VEVENT', 'END:VCALENDAR', ''],
        ].join('\r\n'),
      }
      await world.follow(listing, peer.url)
      const stays = await world.app.get(`/v1/reservations?listing_id=${listing}`)
      const rows = stays.body['data'] as unknown as Record<string, unknown>[]
      assert.deepEqual(
        rows.map((stay) => stay['confirmationCode']),
        ['HMWXYZ1234'],
      )
    })

  it('opens nights only when two readings lack them', async () => {
    const listing = await world.listing()
    const peer = await world.peer('booking')
    peer.block('2026-07-10', '2026-07-12')
    const stays = peer.book('2026-07-15', '2026-07-18')
    await world.follow(listing, peer.url, { platform: 'booking' })
    const all = [...nightsBetween('2026-07-10', '2026-07-12'), ...nightsBetween('2026-07-15', '2026-07-18')]
    assert.deepEqual(await closedInJuly(listing), all)
    peer.events = [stays]
    await world.readAll()
    assert.deepEqual(await closedInJuly(listing), all)
    await world.readAll()
    assert.equal(peer.asked.at(-1)?.status, 304, 'the second reading is of the same file')
    assert.deepEqual(await closedInJuly(listing), nightsBetween('2026-07-15', '2026-07-18'))
  })

  for (const platform of ['airbnb', 'booking', 'vrbo'] as const)
    it(`takes an event whose name is made anew with every file for the same one: ${platform}`, async () => {
      const listing = await world.listing()
      const peer = await world.peer(platform)
      peer.forgetsUids = true
      peer.book('2026-07-03', '2026-07-06', { guest: 'Mia' })
      peer.block('2026-07-20', '2026-07-22')
      await world.follow(listing, peer.url, { platform })
      const closed = [
        ...nightsBetween('2026-07-03', '2026-07-06'),
        ...nightsBetween('2026-07-20', '2026-07-22'),
      ]
      const stays = async () => {
        const answer = await world.app.get(`/v1/reservations?listing_id=${listing}&limit=100`)
        const rows = answer.body['data'] as unknown as Record<string, unknown>[]
        return rows.map((row) => [row['id'], row['status']])
      }
      const before = await stays()
      assert.equal(before.length, platform === 'booking' ? 0 : 1)
      for (let n = 0; n < 4; n += 1) {
        await world.readAll()
        assert.deepEqual([peer.asked.at(-1)?.status, await closedInJuly(listing)], [200, closed])
        assert.deepEqual(await stays(), before)
      }
    })

  it('keeps what it closed while it is not to be believed, says so, and tells it at the second time', async () => {
    const listing = await world.listing()
    const peer = await world.peer('vrbo')
    peer.book('2026-07-02', '2026-07-05')
    const feedId = await world.follow(listing, peer.url, { platform: 'vrbo' })
    const closed = nightsBetween('2026-07-02', '2026-07-05')
    const bad = [
      [{ status: 500, body: 'sorry' }, 'http_error'],
      [{ body: '' }, 'empty_file'],
      [{ body: '<html>sign in</html>' }, 'not_a_calendar'],
      [{ body: 'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nEND:VCALENDAR\r\n' }, 'empty_calendar'],
      [{ body: 'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nBEGIN:VEVENT\r\nUID:1\r\nDTSTART' }, 'damaged'],
      [{ status: 302, headers: { location: 'http://169.254.169.254/latest' } }, 'refused_address'],
      [{ body: 'x'.repeat(2_200_000) }, 'too_large'],
    ] as const
    for (const [answer, reason] of bad) {
      peer.bad = answer
      await world.readAll()
      const feed = await world.feed(listing, feedId)
      assert.deepEqual([feed['stale'], feed['staleReason']], [true, reason])
      assert.deepEqual(await closedInJuly(listing), closed, reason)
    }
    const told = (await world.events('calendar.feed_stale')).filter((event) => event['feedId'] === feedId)
    assert.deepEqual(
      told.map(({ reason }) => reason),
      ['empty_file'],
    )
    peer.bad = null
    await world.readAll()
    assert.equal((await world.feed(listing, feedId))['stale'], false)
    const over = (await world.events('calendar.feed_recovered')).filter((event) => event['feedId'] === feedId)
    assert.equal(over.length, 1)
  })

  it('keeps the nights of an event that lost its end or its rule, and says so; what never had them is one day', async () => {
    const listing = await world.listing()
    const peer = await world.peer('booking')
    const file = (...events: string[][]) =>
      [
        ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//House//Calendar//EN'],
        ...events.flatMap((event) => [
          ...['BEGIN:VEVENT', 'DTSTAMP:20260101T000000Z', ...event, 'END:VEVENT'],
        ]),
        ...['END:VCALENDAR', ''],
      ].join('\r\n')
    const day = ['UID:day', 'DTSTART;VALUE=DATE:20260702', 'SUMMARY:Works']
    const begins = ['UID:week', 'DTSTART;VALUE=DATE:20260706']
    const week = [...begins, 'DTEND;VALUE=DATE:20260710', 'SUMMARY:Family']
    const once = ['UID:rule', 'DTSTART;VALUE=DATE:20260717', 'DTEND;VALUE=DATE:20260718', 'SUMMARY:Guests']
    const rule = [...once, 'RRULE:FREQ=WEEKLY;COUNT=2']
    peer.bad = { body: file(day, week, rule) }
    const feedId = await world.follow(listing, peer.url, { platform: 'other' })
    const held = ['2026-07-02', ...nightsBetween('2026-07-06', '2026-07-10'), '2026-07-17', '2026-07-24']
    const staleNow = async () => (await world.feed(listing, feedId))['staleReason']
    assert.deepEqual([await closedInJuly(listing), await staleNow()], [held, null])
    const damaged: [events: string[][], reason: string][] = [
      [[day, [...begins, 'SUMMARY:Family'], rule], 'doubtful_events'],
      [[day, [...begins, 'DTEND;VALUE=DATE:20260706', 'SUMMARY:Family'], rule], 'doubtful_events'],
      [[day, [...begins, 'DURATION:P', 'SUMMARY:Family'], rule], 'doubtful_events'],
      [[day, [...begins.slice(1), 'SUMMARY:Other'], rule], 'doubtful_events'],
      [[day, week, once], 'doubtful_events'],
      [[day, [...begins, 'DTEND:202607', 'SUMMARY:Family'], rule], 'unreadable_events'],
      [[day, [...begins, 'DTEND;VALUE=DATE:20260701', 'SUMMARY:Family'], rule], 'unreadable_events'],
      [[day, ['UID:week', 'DTEND;VALUE=DATE:20260710', 'SUMMARY:Family'], rule], 'unreadable_events'],
      [[day, [...begins, 'DTEND;VALUE=DATE', 'SUMMARY:Family'], rule], 'damaged'],
    ]
    for (const [events, reason] of damaged) {
      peer.bad = { body: file(...events) }
      for (let n = 0; n < 3; n += 1) {
        await world.readAll()
        assert.deepEqual([await closedInJuly(listing), await staleNow()], [held, reason], String(events))
      }
    }
    peer.bad = { body: file(day, [...begins, 'DTEND;VALUE=DATE:20260708', 'SUMMARY:Family'], rule) }
    await world.readAll()
    await world.readAll()
    const shorter = held.filter((night) => night !== '2026-07-08' && night !== '2026-07-09')
    assert.deepEqual([await closedInJuly(listing), await staleNow()], [shorter, null])
  })
})

describe('a calendar address', () => {
  it('shows the closed nights to its reader, without those that came from there, and 304 while nothing changes', async () => {
    const listing = await world.listing()
    const [airbnb, booking] = [await world.peer('airbnb'), await world.peer('booking')]
    airbnb.book('2026-07-04', '2026-07-08')
    booking.book('2026-07-10', '2026-07-12')
    await world.follow(listing, airbnb.url, { platform: 'airbnb' })
    await world.follow(listing, booking.url, { platform: 'booking' })
    const get = async (url: string, headers: Record<string, string>) => {
      const answer = await world.app.raw({ method: 'GET', url: new URL(url).pathname, headers })
      return {
        status: answer.statusCode,
        text: answer.body,
        headers: answer.headers as Record<string, string | undefined>,
      }
    }
    const [forAirbnb, forBooking] = [
      await world.address(listing, 'airbnb'),
      await world.address(listing, 'booking'),
    ]
    assert.equal(await airbnb.read(forAirbnb.url, get), 200)
    assert.equal(await booking.read(forBooking.url, get), 200)
    const both = [...nightsBetween('2026-07-04', '2026-07-08'), ...nightsBetween('2026-07-10', '2026-07-12')]
    assert.deepEqual([...airbnb.closed()].toSorted(), both)
    assert.deepEqual([...booking.closed()].toSorted(), both)
    const direct = await get(forAirbnb.url, {})
    assert.ok(!direct.text.includes('20260704'), 'its own booking is not told back to it')
    assert.equal(direct.headers['content-type'], 'text/calendar; charset=utf-8')
    assert.equal((await get(forAirbnb.url, {})).text, direct.text)
    assert.equal(await airbnb.read(forAirbnb.url, get), 304)
    await world.app.delete(`/v1/listings/${listing}/ical-exports/${forAirbnb.id}`)
    assert.equal(await airbnb.read(forAirbnb.url, get), 404)
  })
})
