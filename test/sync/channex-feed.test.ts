/** A feed that repeats revisions until they are acknowledged, and forgets them after half an hour. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { startVendorWorld, type VendorWorld } from '../bookings/vendor-world.ts'

let world: VendorWorld
before(async () => {
  world = await startVendorWorld('channex', { listings: 4 })
})
after(() => world.close())
beforeEach(() => {
  world.simulator.faults.clear()
  world.simulator.calls.clear()
})

const feedPath = '/api/v1/booking_revisions/feed'
const ackPath = '/api/v1/booking_revisions/'
const book = (fields: object = {}) =>
  world.simulator.operations.createReservation(fields) as { id: string; room_type_id: string }
const change = (id: string, fields: object) => world.simulator.operations.updateReservation(id, fields)
const hereOf = async (bookingId: string) => {
  const { rows } = await sql<{ externalId: string; status: string; adults: number | null }>`
    select external_id as "externalId", status, (occupancy ->> 'adults')::int as adults from reservations
    where workspace_id = ${world.app.workspace.id} and external_id like ${`${bookingId}%`}
    order by external_id`.execute(world.app.db)
  return rows
}
interface WaitingRevision {
  id: string
  attributes: { booking_id: string }
}
const call = (method: string, path: string) =>
  fetch(`${world.simulator.url}${path}`, {
    method,
    headers: { 'user-api-key': world.simulator.credentials['apiKey'] ?? '' },
  })
async function feed(): Promise<WaitingRevision[]> {
  const answer = await call('GET', `${feedPath}?pagination[limit]=100`)
  return ((await answer.json()) as { data: WaitingRevision[] }).data
}
/** Returns ids of bookings of which a revision waits. */
const waiting = async () => (await feed()).map(({ attributes }) => attributes.booking_id)
const party = (adults: number) => ({ occupancy: { adults, children: 0, infants: 0 } })

test('a revision is acknowledged once its booking is stored', async () => {
  const { id } = book()
  await world.pass(70)
  assert.deepEqual(
    (await hereOf(id)).map(({ externalId, status }) => [externalId, status]),
    [[id, 'confirmed']],
  )
  assert.deepEqual(await waiting(), [])
})

test('an acknowledgement that is lost makes no second stay and tells nothing twice', async () => {
  world.simulator.faults.add({ kind: 'drop', count: 50, path: ackPath, method: 'POST' })
  const { id } = book()
  await world.pass(70)
  const stays = await hereOf(id)
  assert.equal(stays.length, 1)
  assert.deepEqual(await waiting(), [id])
  const { length } = await world.events()
  world.simulator.faults.clear()
  await world.pass(70)
  assert.deepEqual(await hereOf(id), stays)
  assert.equal((await world.events()).length, length)
  assert.deepEqual(await waiting(), [])
})

test('an older revision that comes again after a newer one turns nothing back', async () => {
  const { id } = book(party(1))
  change(id, party(4))
  world.simulator.faults.add({ kind: 'drop', count: 50, path: ackPath, method: 'POST' })
  await world.pass(70)
  const [older, newer] = await feed()
  assert.ok(older && newer)
  world.simulator.faults.clear()
  assert.equal((await call('POST', `${ackPath}${newer.id}/ack`)).status, 200)
  assert.deepEqual(
    (await feed()).map((revision) => revision.id),
    [older.id],
  )
  await world.pass(70)
  assert.deepEqual(
    (await hereOf(id)).map(({ adults }) => adults),
    [4],
  )
  assert.deepEqual(await waiting(), [])
})

test('every room is a stay, and a room that the booking loses has ended', async () => {
  const { id, room_type_id } = book()
  const room = { room_type_id, rate_plan_id: null, checkin_date: '2027-03-01', checkout_date: '2027-03-04' }
  change(id, { further_rooms: [{ ...room, amount: '90.00', occupancy: { adults: 2 } }] })
  await world.pass(70)
  const states = async () => (await hereOf(id)).map(({ externalId, status }) => [externalId, status])
  assert.deepEqual(await states(), [
    [id, 'confirmed'],
    [`${id}-n1`, 'confirmed'],
  ])
  change(id, { further_rooms: [] })
  await world.pass(70)
  assert.deepEqual(await states(), [
    [id, 'confirmed'],
    [`${id}-n1`, 'cancelled'],
  ])
})

test('a booking of the same code in another property is none of its rooms', async () => {
  const [first, second] = [book(), book()]
  for (const { id } of [first, second]) change(id, { ota_name: 'Offline', ota_reservation_code: '113' })
  await world.pass(70)
  change(first.id, party(2))
  await world.pass(70)
  for (const { id } of [first, second])
    assert.deepEqual(
      (await hereOf(id)).map(({ status }) => status),
      ['confirmed'],
    )
})

test('a room that is mapped to nothing waits in the feed and keeps no other booking from it', async () => {
  const unmapped = book()
  change(unmapped.id, { further_rooms: [{ room_type_id: null, amount: '90.00' }] })
  const sound = book()
  await world.pass(70)
  assert.equal((await hereOf(sound.id)).length, 1)
  assert.deepEqual([...new Set(await waiting())], [unmapped.id])
  change(unmapped.id, { further_rooms: [] })
  await world.pass(70)
  assert.deepEqual(await waiting(), [])
})

test('what the feed forgot while the server was away is found all the same', async () => {
  await world.pause()
  const { id } = book()
  world.wait(40 * 60)
  assert.deepEqual(await waiting(), [])
  await world.resume()
  await world.pass(70)
  assert.equal((await hereOf(id)).length, 1)
})
