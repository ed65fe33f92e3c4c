/** What feeds close is closed in the PMS that keeps the listing, as far as it may be told, and opened there again. */
import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { sql } from 'kysely'
import { openFeedReading, type FeedReading } from '../../src/features/calendar/ical/feed-reading.ts'
import { readDueFeeds } from '../../src/features/calendar/ical/worker.ts'
import { openPeer, type Peer } from '../../simulators/ical/peer.ts'
import { relayedFields } from '../../simulators/relayed-bookings.ts'
import { startVendorWorld, type Slot, type VendorWorld } from '../bookings/vendor-world.ts'
import { until } from '../harness/until.ts'
import { seldom } from '../selling/world.ts'

let world: VendorWorld
let reading: FeedReading
let peer: Peer
let slot: Slot
let feed = ''

before(async () => {
  world = await startVendorWorld('hostaway', {
    listings: 2,
    writePolicy: { calendar: { availability: true } },
  })
  reading = openFeedReading(world.app.services)
  peer = await openPeer('airbnb')
  slot = world.slot()
})
after(async () => {
  await reading?.close()
  await peer?.close()
  await world?.close()
})

const dayBefore = (date: string) => String(Temporal.PlainDate.from(date).subtract({ days: 1 }))
const path = () => `/v1/listings/${slot.listingId}/ical-feeds`
const readAll = async () => {
  world.wait(15 * 60)
  await readDueFeeds(world.app.services, reading, 100)
}
const atPms = async () => {
  const { calendar } = world.connector.operations
  assert.ok(calendar)
  const listing = { externalId: slot.listing.externalId, unitCount: 1 }
  const days = await world.asked((context) =>
    calendar.range(context, { listing, from: slot.checkIn, to: dayBefore(slot.checkOut) }),
  )
  return days.map(({ available }) => available)
}
const becomes = (what: string, isSo: () => Promise<boolean>) =>
  until(
    what,
    async () => {
      world.wait(1)
      return isSo()
    },
    seldom,
  )
const shown = async () => {
  const answer = await world.app.get(`${path()}/${feed}`)
  return answer.body['keeper'] as unknown as { provider: string; told: boolean; reason: string | null }
}

it('closes nights of a block there, once, and opens them when two files lack it', async () => {
  assert.deepEqual(new Set(await atPms()), new Set([true]))
  const block = peer.block(slot.checkIn, slot.checkOut)
  const made = await world.app.post(path(), { name: 'Feed', url: peer.url, platform: 'airbnb' })
  assert.equal(made.status, 201, made.text)
  feed = String(made.body['id'])
  assert.deepEqual(await shown(), { provider: 'hostaway', told: true, reason: null })
  await readDueFeeds(world.app.services, reading, 100)
  await becomes('the PMS to close them', async () => (await atPms()).every((isOpen) => !isOpen))
  const sent = async () => {
    const { rows } = await sql<{ versions: number }>`
      select sum(version)::int as versions from calendar_pushes where workspace_id = ${world.app.workspace.id}`.execute(
      world.app.db,
    )
    return rows[0]?.versions
  }
  const before = await sent()
  await readAll()
  assert.equal(await sent(), before, 'what stands there is not told again')
  peer.events = peer.events.filter((event) => event !== block)
  peer.block('2031-01-01', '2031-01-02')
  await readAll()
  assert.ok(
    (await atPms()).every((isOpen) => !isOpen),
    'one file that lacks it opens nothing',
  )
  await readAll()
  await becomes('the PMS to open them', async () => (await atPms()).every(Boolean))
})

it('closes nights of a stay there, and opens them when the feed is followed no more', async () => {
  peer.book(slot.checkIn, slot.checkOut)
  await readAll()
  await becomes('the PMS to close them', async () => (await atPms()).every((isOpen) => !isOpen))
  const deleted = await world.app.delete(`${path()}/${feed}`)
  assert.equal(deleted.status, 200, deleted.text)
  await becomes('the PMS to open them', async () => (await atPms()).every(Boolean))
  const { rows } = await sql`
    select from ical_pms_nights where workspace_id = ${world.app.workspace.id}`.execute(world.app.db)
  assert.equal(rows.length, 0)
})

it('says why a PMS is not told, and tells it once it may be', async () => {
  const policy = (isOn: boolean) =>
    sql`update connections set write_policy = jsonb_set(write_policy, '{calendar,availability}', to_jsonb(${isOn}::boolean))
        where workspace_id = ${world.app.workspace.id} and id = ${world.connectionId}`.execute(world.app.db)
  await policy(false)
  const made = await world.app.post(path(), { name: 'Feed', url: peer.url, platform: 'airbnb' })
  feed = String(made.body['id'])
  assert.deepEqual(await shown(), { provider: 'hostaway', told: false, reason: 'writes_off' })
  await readDueFeeds(world.app.services, reading, 100)
  const own = await world.app.get(
    `/v1/availability/${slot.listingId}?from=${slot.checkIn}&to=${dayBefore(slot.checkOut)}`,
  )
  assert.ok(!own.text.includes('"available":true'), 'here they are closed all the same')
  assert.ok((await atPms()).every(Boolean))
  await policy(true)
  await readAll()
  await becomes('the PMS to close them', async () => (await atPms()).every((isOpen) => !isOpen))
})

it('loses nothing when the process ends between the reading and the telling', async () => {
  // As if it had ended: the feed is gone, and what was told is still written down.
  await sql`delete from ical_feeds where workspace_id = ${world.app.workspace.id}`.execute(world.app.db)
  await sql`delete from reservations where workspace_id = ${world.app.workspace.id} and connection_id in (
    select id from connections where workspace_id = ${world.app.workspace.id} and provider = 'ical')`.execute(
    world.app.db,
  )
  await readAll()
  await becomes('the PMS to open them', async () => (await atPms()).every(Boolean))
})

it('a file that only watches is compared with what the PMS tells, and closes nothing there', async () => {
  const watched = world.slot()
  const url = `/v1/listings/${watched.listingId}`
  const [from, to] = [watched.checkIn, dayBefore(watched.checkOut)]
  const nights = Temporal.PlainDate.from(from).until(watched.checkOut).days
  const differences = async () => {
    const { body } = await world.app.get(`${url}/exposure?from=${from}&to=${to}`)
    const [watcher] = body['watchers'] as unknown as { bookedThere: object[]; bookedHere: object[] }[]
    assert.ok(watcher)
    return [watcher.bookedThere.length, watcher.bookedHere.length]
  }
  const platform = await openPeer('airbnb')
  try {
    const block = platform.block(from, watched.checkOut)
    const made = await world.app.post(`${url}/ical-feeds`, {
      name: 'W',
      url: platform.url,
      closes: 'nothing',
    })
    assert.equal(made.status, 201, made.text)
    await readDueFeeds(world.app.services, reading, 100)
    assert.deepEqual(await differences(), [nights, 0])
    const { rows } = await sql`
      select from ical_pms_nights where workspace_id = ${world.app.workspace.id}`.execute(world.app.db)
    assert.equal(rows.length, 0, 'the PMS is told nothing')
    // A guest books in the PMS; the file knows it first, then it does not.
    const booking = {
      ...{ homeId: watched.listing.externalId, channel: 'direct' as const, code: '' },
      ...{ arrival: from, departure: watched.checkOut },
    }
    world.simulator.operations.createReservation(relayedFields('hostaway', booking))
    await world.pass(3_601)
    assert.deepEqual(await differences(), [0, 0])
    platform.events = platform.events.filter((event) => event !== block)
    platform.block('2031-01-01', '2031-01-02')
    await readAll()
    assert.deepEqual(await differences(), [0, nights])
  } finally {
    await platform.close()
  }
})
