/** Calendars that close nothing are compared with the listing's own nights. */
import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import type { Peer } from '../../simulators/ical/peer.ts'
import { icalWorld, type IcalWorld } from './ical-world.ts'

let world: IcalWorld
let home = ''
let peer: Peer
let feed = ''
before(async () => {
  world = await icalWorld()
  home = await world.listing({ unit_count: 1, default_nightly_price: 100 })
  peer = await world.peer('airbnb')
})
after(() => world?.close())

const [from, to] = ['2026-07-01', '2026-07-31']

interface Watcher {
  feedId: string
  stale: boolean
  lastGoodAt: string | null
  bookedThere: { date: string; since: string }[]
  bookedHere: { date: string; since: string }[]
}
async function watchers(): Promise<Watcher[]> {
  const answer = await world.app.get(`/v1/listings/${home}/exposure?from=${from}&to=${to}`)
  assert.equal(answer.status, 200, answer.text)
  return answer.body['watchers'] as unknown as Watcher[]
}
async function differences() {
  const [watcher] = await watchers()
  assert.ok(watcher)
  const datesOf = (nights: { date: string }[]) => nights.map(({ date }) => date)
  return { there: datesOf(watcher.bookedThere), here: datesOf(watcher.bookedHere) }
}
const reservations = async () => {
  const answer = await world.app.get(`/v1/reservations?listing_id=${home}`)
  return [...(answer.body['data'] ?? [])].length
}
async function book(checkIn: string, checkOut: string): Promise<string> {
  const guest = { firstName: 'Ada', lastName: 'Byron' }
  const made = await world.app.post('/v1/reservations', {
    ...{ listingId: home, checkIn, checkOut, adults: 1, guest },
  })
  assert.equal(made.status, 201, made.text)
  return String(made.body['id'])
}
const change = (body: object) => world.app.call('PATCH', `/v1/listings/${home}/ical-feeds/${feed}`, { body })

it('a watched file closes nothing and makes no reservation, and what it has is shown with its time', async () => {
  peer.book('2026-07-10', '2026-07-12', { code: 'HMWATCHED1' })
  peer.block('2026-07-20', '2026-07-21')
  const readAt = world.app.clock.now().toISOString()
  feed = await world.follow(home, peer.url, { closes: 'nothing' })
  assert.deepEqual(await world.closed(home, from, to), [])
  assert.equal(await reservations(), 0)
  assert.deepEqual(await watchers(), [
    {
      ...{ feedId: feed, name: 'Feed', platform: 'airbnb', lastGoodAt: readAt, stale: false },
      bookedThere: ['2026-07-10', '2026-07-11', '2026-07-20'].map((date) => ({ date, since: readAt })),
      bookedHere: [],
    },
  ])
  const { events, closes } = (await world.feed(home, feed)) as unknown as { events: object; closes: string }
  assert.deepEqual([closes, events], ['nothing', { stays: 0, blocks: 2, missing: 0 }])
})

it('what is booked here differs once a file was read that should have it', async () => {
  world.app.clock.advance(60_000)
  await book('2026-07-10', '2026-07-12')
  await book('2026-07-15', '2026-07-16')
  assert.deepEqual(await differences(), { there: ['2026-07-20'], here: [] })
  await world.readAll()
  assert.deepEqual(await differences(), { there: ['2026-07-20'], here: ['2026-07-15'] })
  peer.book('2026-07-15', '2026-07-16', { code: 'HMWATCHED2' })
  await world.readAll()
  assert.deepEqual(await differences(), { there: ['2026-07-20'], here: [] })
})

it('a file that is not believed takes nothing away, and says that it is old', async () => {
  const kept = peer.events
  peer.events = []
  await world.readAll()
  assert.deepEqual(await differences(), { there: ['2026-07-20'], here: [] })
  assert.equal((await watchers())[0]?.stale, true)
  peer.events = kept.slice(0, 1)
  await world.readAll()
  assert.equal((await watchers())[0]?.stale, false)
  assert.deepEqual(await differences(), { there: [], here: ['2026-07-15'] })
  peer.events = kept
  await world.readAll()
})

it('a night that is closed here by its host is no difference', async () => {
  const closed = await world.app.call('PUT', `/v1/availability/${home}`, {
    body: { dates: ['2026-07-20'], available: false },
  })
  assert.ok(closed.status < 300, closed.text)
  assert.deepEqual(await differences(), { there: [], here: [] })
})

it('followed from now on it closes its nights and brings its stays; watched again it gives them back', async () => {
  peer.book('2026-07-25', '2026-07-27', { code: 'HMWATCHED3' })
  const followed = await change({ closes: 'unit' })
  assert.equal(followed.status, 200, followed.text)
  assert.deepEqual(await watchers(), [])
  await world.readAll()
  const held = ['2026-07-25', '2026-07-26']
  const closed = async () => (await world.closed(home, from, to)).filter((date) => held.includes(date))
  assert.deepEqual(await closed(), held)
  assert.equal((await change({ closes: 'nothing' })).status, 200)
  assert.deepEqual(await closed(), [])
  await world.readAll()
  assert.deepEqual((await differences()).there, held)
  const { body } = await world.app.get(`/v1/reservations?listing_id=${home}&status=cancelled`)
  assert.ok([...(body['data'] ?? [])].some((stay) => String(stay['confirmationCode']) === 'HMWATCHED3'))
})

it('a listing that gets more units is compared no more, and its feed can still be changed', async () => {
  assert.notDeepEqual(await differences(), { there: [], here: [] })
  const units = (count: number) =>
    world.app.db.updateTable('listings').set({ unit_count: count }).where('id', '=', home).execute()
  await units(2)
  assert.deepEqual(await differences(), { there: [], here: [] })
  const renamed = await change({ name: 'Renamed' })
  assert.equal(renamed.status, 200, renamed.text)
  await units(1)
})

it('a listing of several units is not watched', async () => {
  const hotel = await world.listing({ unit_count: 3 })
  const body = { name: 'Feed', url: peer.url, closes: 'nothing' }
  const refused = await world.app.post(`/v1/listings/${hotel}/ical-feeds`, body)
  assert.equal(refused.status, 409, refused.text)
  assert.match(refused.text, /closes: \\"nothing\\".*3 units/)
  assert.match(refused.text, /\\"unit\\" or/)
  const made = await world.app.post(`/v1/listings/${hotel}/ical-feeds`, { ...body, closes: 'unit' })
  const url = `/v1/listings/${hotel}/ical-feeds/${String(made.body['id'])}`
  const changed = await world.app.call('PATCH', url, { body: { closes: 'nothing' } })
  assert.equal(changed.status, 409, changed.text)
  assert.match(changed.text, /"invalid_state"/)
})
