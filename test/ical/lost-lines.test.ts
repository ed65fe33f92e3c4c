/** Files that lost what says when an event is, or what it is: nights stay where they were, and bookings stay bookings. */
import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { writeFile } from '../../simulators/ical/files.ts'
import { nightsBetween } from '../../simulators/ical/peer.ts'
import { icalWorld, type IcalWorld } from './ical-world.ts'

let world: IcalWorld
before(async () => {
  world = await icalWorld()
})
after(() => world.close())

const closedInJuly = (listingId: string) => world.closed(listingId, '2026-07-01', '2026-07-31')

const zone = [
  ...['BEGIN:VTIMEZONE', 'TZID:House time', 'BEGIN:STANDARD', 'DTSTART:19700101T000000'],
  ...['TZOFFSETFROM:+1400', 'TZOFFSETTO:+1400', 'END:STANDARD', 'END:VTIMEZONE'],
]
const file = (described: readonly string[], uid: string) =>
  [
    ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//House//Calendar//EN', ...described],
    ...['BEGIN:VEVENT', `UID:${uid}`, 'DTSTAMP:20260101T000000Z', 'DTSTART;TZID=House time:20260706T060000'],
    ...['DTEND;TZID=House time:20260709T060000', 'SUMMARY:Family', 'END:VEVENT', 'END:VCALENDAR', ''],
  ].join('\r\n')

it('the zone of its times: no night opens, and the feed is stale until the zone is there again', async () => {
  const listing = await world.listing({ time_zone: 'Europe/Zagreb' })
  const peer = await world.peer('booking')
  peer.bad = { body: file(zone, 'one') }
  const feedId = await world.follow(listing, peer.url, { platform: 'other' })
  const held = nightsBetween('2026-07-05', '2026-07-08')
  const state = async () => [await closedInJuly(listing), (await world.feed(listing, feedId))['staleReason']]
  assert.deepEqual(await state(), [held, null])
  // Also of a platform that calls its events anew in every file.
  for (const [at, uid] of ['one', 'two', 'one'].entries()) {
    peer.bad = { body: file(at === 2 ? [] : zone.with(5, 'TZOFFSETTO:+14'), uid) }
    for (let n = 0; n < 3; n += 1) {
      await world.readAll()
      const [closed, reason] = await state()
      assert.deepEqual(
        held.filter((night) => !closed?.includes(night)),
        [],
        uid,
      )
      assert.equal(reason, 'doubtful_events', uid)
    }
  }
  peer.bad = { body: file(zone, 'one') }
  for (let n = 0; n < 2; n += 1) await world.readAll()
  assert.deepEqual(await state(), [held, null])
})

it('the words of a stay: the reservation stands, with its code and its guest', async () => {
  const stays = async (listing: string) => {
    const { body } = await world.app.get(`/v1/reservations?listing_id=${listing}`)
    return [...(body['data'] ?? [])].map(({ status, confirmationCode, guestName, checkIn, checkOut }) =>
      [status, confirmationCode, guestName, checkIn, checkOut].join(' '),
    )
  }
  for (const platform of ['vrbo', 'airbnb'] as const) {
    const listing = await world.listing()
    const peer = await world.peer(platform)
    peer.book('2026-07-04', '2026-07-08')
    peer.block('2026-07-20', '2026-07-22')
    const good = writeFile[platform](peer.events)
    await world.follow(listing, peer.url, { platform })
    const [before, held] = [await stays(listing), await closedInJuly(listing)]
    assert.equal(before.length, 1)
    const spoilt = [
      good.replace(/^SUMMARY:Reserved.*\r\n/m, ''),
      good.replace(/^SUMMARY:Reserved.*$/m, 'SUMMARY:'),
      good.replace(/^SUMMARY:Reserved.*$/m, 'SUMMARY:Rese'),
      good.replace(/^DESCRIPTION:(.*\r\n )*.*\r\n/m, ''),
      good.replace(/^DESCRIPTION:(.*\r\n )*.*\r\n/m, '').replace(/^SUMMARY:Reserved.*\r\n/m, ''),
    ]
    for (const body of spoilt) {
      peer.bad = { body }
      for (let n = 0; n < 3; n += 1) {
        await world.readAll()
        assert.deepEqual([await stays(listing), await closedInJuly(listing)], [before, held], body)
      }
    }
    // What the platform itself calls a block is one.
    peer.bad = {
      body: good
        .replace(
          /^SUMMARY:Reserved.*$/m,
          platform === 'vrbo' ? 'SUMMARY:Blocked' : 'SUMMARY:Airbnb (Not available)',
        )
        .replace(/^DESCRIPTION:(.*\r\n )*.*\r\n/m, ''),
    }
    for (let n = 0; n < 2; n += 1) await world.readAll()
    assert.deepEqual(
      [(await stays(listing)).map((stay) => stay.split(' ')[0]), await closedInJuly(listing)],
      [['cancelled'], held],
    )
  }
})

it('new dates that the next answer confirms by 304 are those of the same booking', async () => {
  const listing = await world.listing()
  const peer = await world.peer('airbnb')
  const stay = peer.book('2026-07-04', '2026-07-08', { code: 'HMSAME0001' })
  await world.follow(listing, peer.url, { platform: 'airbnb' })
  peer.events = [{ ...stay, first: '2026-07-11', until: '2026-07-14' }]
  for (let n = 0; n < 3; n += 1) await world.readAll()
  assert.equal(peer.asked.at(-1)?.status, 304)
  const { body } = await world.app.get(`/v1/reservations?listing_id=${listing}`)
  assert.deepEqual(
    [...(body['data'] ?? [])].map(({ confirmationCode, checkIn, status }) => [
      confirmationCode,
      checkIn,
      status,
    ]),
    [['HMSAME0001', '2026-07-11', 'confirmed']],
  )
})
