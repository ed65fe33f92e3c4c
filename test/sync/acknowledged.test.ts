/** A channel that tells a booking until it is acknowledged: it is, once the booking is stored for good, and not before. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { startVendorWorld, type VendorWorld } from '../bookings/vendor-world.ts'
import { until } from '../harness/until.ts'

let world: VendorWorld
before(async () => {
  world = await startVendorWorld('booking')
})
after(() => world.close())
beforeEach(() => {
  world.simulator.faults.clear()
  world.simulator.calls.clear()
})

const queuePaths = { new: '/hotels/ota/OTA_HotelResNotif', modify: '/hotels/ota/OTA_HotelResModifyNotif' }
const hotelId = () => Number(world.simulator.credentials['hotelId'])
const book = (fields: object = {}) =>
  world.simulator.operations.createReservation({ hotel_id: hotelId(), ...fields }) as { id: number }

interface Stay {
  external_id: string
  status: string
  revision: number
}
async function staysOf({ id }: { id: number | string }): Promise<Stay[]> {
  const { rows } = await sql<Stay>`
    select external_id, status, revision from reservations
    where workspace_id = ${world.app.workspace.id} and confirmation_code = ${String(id)}
    order by external_id`.execute(world.app.db)
  return rows
}
const waiting = () => {
  const { queue } = world.simulator.operations.state(new Set(['queue'])) as { queue: { id: number }[] }
  return queue.map(({ id }) => id)
}
const eventsOf = async (type: string) => (await world.events()).filter((event) => event.type === type).length
const acknowledgements = (queue: keyof typeof queuePaths) =>
  world.simulator.calls.list().filter(({ method, path }) => method === 'POST' && path === queuePaths[queue])

test('a new booking is stored, told, and acknowledged', async () => {
  const before = await eventsOf('reservation.created')
  const booking = book()
  await world.pass(70)
  const stays = await staysOf(booking)
  assert.deepEqual(
    stays.map(({ external_id, status }) => [external_id, status]),
    [[`${booking.id}-${booking.id}0`, 'confirmed']],
  )
  assert.deepEqual(waiting(), [])
  assert.equal(await eventsOf('reservation.created'), before + 1)
})

test('an acknowledgement that is lost comes again, and changes nothing', async () => {
  world.simulator.faults.add({ kind: 'drop', count: 50, path: queuePaths.new, method: 'POST' })
  const booking = book()
  await world.pass(70)
  const stays = await staysOf(booking)
  assert.equal(stays.length, 1)
  assert.deepEqual(waiting(), [booking.id])
  const events = (await world.events()).length
  world.simulator.faults.clear()
  await world.pass(70)
  assert.deepEqual(await staysOf(booking), stays)
  assert.equal((await world.events()).length, events)
  assert.deepEqual(waiting(), [])
})

test('a worker that ends between storing and acknowledging leaves the message where it is', async () => {
  world.simulator.faults.add({ kind: 'hang', count: 50, path: queuePaths.new, method: 'POST' })
  const booking = book()
  world.wait(70)
  await until('the booking to be stored and its acknowledgement to be on its way', async () => {
    const isOnItsWay = acknowledgements('new').length > 0
    return isOnItsWay && (await staysOf(booking)).length === 1
  })
  await world.pause()
  const stays = await staysOf(booking)
  const events = (await world.events()).length
  assert.deepEqual(waiting(), [booking.id])
  world.simulator.faults.clear()
  await world.resume()
  await world.pass(70)
  assert.deepEqual(waiting(), [])
  assert.deepEqual(await staysOf(booking), stays)
  assert.equal((await world.events()).length, events)
})

test('what the database did not keep is not acknowledged', async () => {
  await sql`
    create function lose() returns trigger language plpgsql as $$
      begin raise exception 'the server lost its power' using errcode = '57P01'; end $$;`.execute(
    world.app.db,
  )
  await sql`
    create constraint trigger lose_at_the_end after insert on reservations
      deferrable initially deferred for each row execute function lose()`.execute(world.app.db)
  const booking = book()
  world.wait(70)
  await until('the worker to have given up', async () => {
    const { rows } = await sql`select from sync_schedule where failures > 0`.execute(world.app.db)
    return rows.length > 0
  })
  assert.deepEqual(acknowledgements('new'), [])
  assert.deepEqual([await staysOf(booking), waiting()], [[], [booking.id]])
  await sql`drop trigger lose_at_the_end on reservations`.execute(world.app.db)
  await world.pass(3600)
  assert.equal((await staysOf(booking)).length, 1)
})

test('a booking of a status that nobody knows holds its nights and is acknowledged', async () => {
  const booking = book({ status: 'teleported' })
  await world.pass(70)
  assert.deepEqual(
    (await staysOf(booking)).map(({ status }) => status),
    ['pending'],
  )
  assert.deepEqual(waiting(), [])
  world.simulator.operations.cancelReservation(String(booking.id), {})
  await world.pass(70)
})

test('a booking that cannot be read stays in the queue, and is stored once when it can be', async () => {
  const arrival = '2027-11-11'
  const spoilt = book({ arrival_date: arrival, departure_date: '2027-11-14' })
  world.simulator.faults.add({
    ...{ kind: 'spoilt', count: 1000, path: queuePaths.new },
    ...{ find: arrival, put: 'some day' },
  })
  const sound = book()
  await world.pass(70)
  const { body } = await world.send('GET', `/v1/connections/${world.connectionId}/failures`)
  assert.deepEqual(
    [...(body['data'] ?? [])].map((failure) => [failure['entity'], failure['severity']]),
    [['reservations', 'failure']],
  )
  assert.deepEqual([await staysOf(spoilt), waiting()], [[], [spoilt.id]])
  assert.equal((await staysOf(sound)).length, 1)
  world.simulator.faults.clear()
  await world.pass(70)
  assert.equal((await staysOf(spoilt)).length, 1)
  assert.deepEqual(waiting(), [])
})

test('a change that comes before its booking, and the cancellation of something unknown', async () => {
  const changed = book({ adults: 1 })
  world.simulator.operations.updateReservation(String(changed.id), { adults: 2 })
  const gone = book()
  world.simulator.operations.cancelReservation(String(gone.id), {})
  await world.pass(70)
  const status = async (booking: { id: number }) => (await staysOf(booking)).map((stay) => stay.status)
  assert.deepEqual(await status(changed), ['confirmed'])
  assert.deepEqual(await status(gone), ['cancelled'])
  assert.deepEqual(waiting(), [])
})

test('a booking of several rooms is a stay for each, and a room that it loses has ended', async () => {
  const booking = book({ number_of_rooms: 2 })
  await world.pass(70)
  const [first, second] = await staysOf(booking)
  assert.ok(first && second)
  const states = async () => (await staysOf(booking)).map(({ external_id, status }) => [external_id, status])
  world.simulator.operations.updateReservation(String(booking.id), { number_of_rooms: 1 })
  await world.pass(70)
  const left = [
    [first.external_id, 'confirmed'],
    [second.external_id, 'cancelled'],
  ]
  assert.deepEqual(await states(), left)
  world.simulator.operations.cancelReservation(String(booking.id), {})
  await world.pass(70)
  assert.deepEqual(
    (await states()).map(([, status]) => status),
    ['cancelled', 'cancelled'],
  )
  assert.deepEqual(waiting(), [])
})

test('what was taken out of the queue while the server was away is found all the same', async () => {
  await world.pause()
  const booking = book()
  world.wait(40 * 60)
  await world.resume()
  await world.pass(70)
  const { emailed } = world.simulator.operations.state(new Set(['emailed'])) as { emailed: number[] }
  assert.ok(emailed.includes(booking.id))
  assert.equal((await staysOf(booking)).length, 1)
})

test('a request that has become a booking is given up in the step in which the booking comes', async () => {
  const call = async (method: string, path: string, body: object = {}) => {
    const headers = { 'content-type': 'application/json' }
    const url = `${world.simulator.control}${path}`
    const answer = await fetch(url, { method, headers, body: JSON.stringify(body) })
    assert.ok(answer.ok, await answer.clone().text())
    return (await answer.json()) as { id: string }
  }
  await call('PATCH', `/extranet/hotels/${hotelId()}`, { booking_model: 'RTB' })
  const { listing, checkIn, checkOut } = world.slot()
  const wish = {
    room_id: Number(listing.externalId),
    arrival_date: checkIn,
    departure_date: checkOut,
    adults: 1,
  }
  const { id } = await call('POST', '/guest/bookings', wish)
  await world.pass(70)
  const ofRequest = () => staysOf({ id: `rtb-${id}` })
  const [asked] = await ofRequest()
  assert.equal(asked?.status, 'pending')
  const { rows } = await sql<{ id: string }>`
    select id from reservations where external_id = ${asked.external_id}`.execute(world.app.db)
  const accepted = await world.send('POST', `/v1/reservations/${rows[0]?.id}/accept`, {})
  assert.equal(accepted.status, 200, accepted.text)
  const booking = await call('POST', `/guest/requests/${id}/confirm`)
  await world.pass(70)
  assert.deepEqual(
    (await ofRequest()).map(({ status }) => status),
    ['cancelled'],
  )
  assert.deepEqual(
    (await staysOf(booking)).map(({ status }) => status),
    ['confirmed'],
  )
  assert.equal(await eventsOf('reservation.conflict'), 0)
})
