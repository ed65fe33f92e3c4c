/** What a calendar file tells of closes nights on a connected channel; where two stays meet it is told once. */
import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { openFeedReading, type FeedReading } from '../../src/features/calendar/ical/feed-reading.ts'
import { readDueFeeds } from '../../src/features/calendar/ical/worker.ts'
import { openPeer, type Peer } from '../../simulators/ical/peer.ts'
import { until } from '../harness/until.ts'
import { seldom, startSellingWorld, type SellingWorld } from './world.ts'

let world: SellingWorld
let reading: FeedReading
let peer: Peer
let [home, airbnbId] = ['', '']

before(async () => {
  world = await startSellingWorld()
  reading = openFeedReading(world.app.services)
  peer = await openPeer('vrbo')
  const [first] = world.homes
  assert.ok(first)
  airbnbId = first.airbnbId
  home = first.id
  const mapped = await world.map({ airbnbId, listingId: home })
  assert.equal(mapped.status, 200, mapped.text)
  await world.inStep(home)
})
after(async () => {
  await reading?.close()
  await peer?.close()
  await world?.close()
})

const days = (date: string, count: number) => String(Temporal.PlainDate.from(date).add({ days: count }))
const readAll = async () => {
  world.wait(15 * 60)
  await readDueFeeds(world.app.services, reading, 100)
}
const atAirbnb = async (date: string) => (await world.night(airbnbId, date)).availability
const becomes = (what: string, isSo: () => Promise<boolean>) =>
  until(
    what,
    async () => {
      world.wait(1)
      return isSo()
    },
    seldom,
  )
const freeNight = async (ahead: number) => {
  const from = days(world.app.clock.now().toISOString().slice(0, 10), ahead)
  const { channels } = await world.exposure(home, from, days(from, 60))
  const night = channels[0]?.nights.find(({ wanted }) => wanted.available)
  assert.ok(night)
  return night.date
}

it('closes nights on Airbnb, and opens them when two files lack the stay', async () => {
  const night = await freeNight(40)
  const stay = peer.book(night, days(night, 1))
  peer.block('2031-01-01', '2031-01-02')
  const made = await world.app.post(`/v1/listings/${home}/ical-feeds`, {
    name: 'Vrbo',
    url: peer.url,
    platform: 'vrbo',
  })
  assert.equal(made.status, 201, made.text)
  assert.equal(made.body['keeper'], null)
  await readDueFeeds(world.app.services, reading, 100)
  await becomes('Airbnb to close it', async () => (await atAirbnb(night)) === 'unavailable')
  peer.events = peer.events.filter((event) => event !== stay)
  await readAll()
  await world.inStep(home)
  assert.equal(await atAirbnb(night), 'unavailable')
  await readAll()
  await becomes('Airbnb to open it', async () => (await atAirbnb(night)) === 'available')
})

it('tells once that its stay meets another one', async () => {
  const night = await freeNight(70)
  const booked = await world.send('POST', '/v1/reservations', {
    listingId: home,
    checkIn: night,
    checkOut: days(night, 1),
    guest: { firstName: 'Ida', lastName: 'Strand' },
  })
  assert.equal(booked.status, 201, booked.text)
  peer.book(night, days(night, 1))
  const told = async () => (await world.events()).filter(({ type }) => type === 'reservation.conflict').length
  const before = await told()
  await readAll()
  assert.equal(await told(), before + 1)
  for (let again = 0; again < 3; again += 1) await readAll()
  peer.forgetsUids = true
  for (let again = 0; again < 2; again += 1) await readAll()
  assert.equal(await told(), before + 1)
})
