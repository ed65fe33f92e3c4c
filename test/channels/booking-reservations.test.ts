/** Bookings in the queues of Booking.com: asked for, and taken out only where they are stored. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { errorOf } from '../bookings/pms-world.ts'
import { base, startBookingWorld, type BookingWorld } from './booking-world.ts'

type Row = Record<string, unknown>
const url = `${base}/reservations`
let world: BookingWorld

before(async () => {
  world = await startBookingWorld()
  await world.pause()
})
after(() => world.close())

const shown = async (query = '') => {
  const answer = await world.app.get(`${url}${query}`)
  assert.equal(answer.status, 200, answer.text)
  return answer.body['data'] as unknown as Row[]
}
const ids = async (query = '') => (await shown(query)).map(({ id }) => id)
const acknowledge = (reservation_ids: unknown[], query = '') =>
  world.send('POST', url + query, { reservation_ids })
const statuses = async (given: unknown[], query = '') => {
  const answer = await acknowledge(given, query)
  assert.equal(answer.status, 200, answer.text)
  return (answer.body['results'] as unknown as Row[]).map(({ status }) => status)
}
/** A guest books at Booking.com itself. */
const book = async () => {
  const { checkIn, checkOut, listing } = world.slot()
  const { id } = await world.there<{ id: number }>('/guest/bookings', {
    ...{ room_id: Number(listing.externalId), arrival_date: checkIn, departure_date: checkOut, adults: 2 },
  })
  return { id: String(id), checkIn, checkOut, roomId: listing.externalId }
}
const readThem = async () => {
  await world.resume()
  await world.readAgain()
  await world.pause()
}

describe('bookings that wait', () => {
  test('are shown as Booking.com tells them, by queue, property and number', async () => {
    const { id, checkIn, checkOut, roomId: booked } = await book()
    const [found] = await shown()
    const [room] = found?.['room'] as Row[]
    assert.deepEqual(
      [found?.['id'], found?.['hotel_id'], found?.['status'], room?.['id'], room?.['arrival_date']],
      [id, world.hotelId, 'new', booked, checkIn],
    )
    assert.deepEqual([room?.['departure_date'], room?.['adults']], [checkOut, 2])
    assert.equal(typeof found?.['total_price'], 'number')
    const { first_name: first, last_name: last } = found?.['customer'] as Row
    assert.deepEqual(
      [room?.['guest_name'], typeof room?.['meal_plan'], room?.['meal_plan'] === ''],
      [`${String(first)} ${String(last)}`, 'string', false],
    )
    assert.match(String(room?.['listing_id']), /^\d+$/)
    assert.deepEqual(await ids('?type=modified'), [])
    assert.deepEqual(await ids(`?type=new&hotel_id=${world.hotelId}`), [id])
    const [detail] = await shown(`?type=details&reservation_id=${id}`)
    assert.deepEqual([detail?.['id'], detail?.['total_price']], [id, found?.['total_price']])
    // One room, told by OTA and by B.XML.
    assert.deepEqual((detail?.['room'] as Row[])[0]?.['meal_plan'], room?.['meal_plan'])
    assert.deepEqual((detail?.['room'] as Row[])[0]?.['guest_name'], room?.['guest_name'])
    assert.deepEqual(await ids(), [id], 'asking takes nothing out')
  })

  test('are acknowledged once they are stored, and never before', async () => {
    const [first] = await ids()
    errorOf(await acknowledge([first]), 404, 'not_found')
    await readThem()
    assert.deepEqual(await ids(), [], 'the server has acknowledged it by itself')
    assert.deepEqual(await statuses([first]), ['not_waiting'])
    // A lost acknowledgement: it is told once more.
    await world.there('/queue', { reservation_id: Number(first), queue: 'new' })
    assert.deepEqual(await statuses([first], '?dry_run=true'), ['acknowledged'])
    assert.deepEqual(await ids(), [first])
    assert.deepEqual(await statuses([first, Number(first)]), ['acknowledged'])
    assert.deepEqual(await statuses([first]), ['not_waiting'])
    assert.deepEqual(await ids(), [])
  })

  test('with news that is not stored yet stay where they are', async () => {
    const { id } = await book()
    await readThem()
    const change = (body: object) =>
      fetch(`${world.simulator.url}/_control/reservations/${id}`, {
        method: 'PATCH',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    assert.ok((await change({ first_name: 'Grace' })).ok)
    assert.deepEqual(await ids('?type=modified'), [id])
    assert.deepEqual(await statuses([id]), ['not_stored_yet'])
    assert.deepEqual(await ids('?type=modified'), [id])
    await readThem()
    await world.there('/queue', { reservation_id: Number(id), queue: 'modify' })
    assert.deepEqual(await statuses([id]), ['acknowledged'])
    // Called off: no room of it is told any more.
    assert.ok((await change({ status: 'cancelled' })).ok)
    assert.deepEqual(await statuses([id]), ['not_stored_yet'])
    await readThem()
    await world.there('/queue', { reservation_id: Number(id), queue: 'modify' })
    assert.deepEqual(await statuses([id]), ['acknowledged'])
  })

  test('are not lost where somebody else is told a change before an earlier one is acknowledged', async () => {
    const { id } = await book()
    await readThem()
    const change = async (first_name: string) => {
      const answer = await fetch(`${world.simulator.url}/_control/reservations/${id}`, {
        method: 'PATCH',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ first_name }),
      })
      assert.ok(answer.ok)
    }
    const guest = async () => {
      const { rows } = await sql<{ name: string }>`
        select g.first_name as name from reservations r
        join guests g on g.workspace_id = r.workspace_id and g.id = r.guest_id
        where r.confirmation_code = ${id}`.execute(world.app.db)
      return rows[0]?.name
    }
    // Before a reading asks for everything that changed, as one does after a silence.
    const readNow = async () => {
      await world.resume()
      await world.pass(30)
      await world.pause()
    }
    const { reservations, bookingQueue } = world.connector.operations
    assert.ok(reservations?.acknowledge && bookingQueue)
    // The engine has read the first change when a person is shown the second.
    let late: string | undefined = 'Second'
    const { acknowledge: engine } = reservations
    reservations.acknowledge = async (...given) => {
      if (late !== undefined) {
        await change(late)
        late = undefined
        assert.deepEqual(await ids('?type=modified'), [id])
      }
      await engine(...given)
    }
    await change('First')
    await readNow()
    reservations.acknowledge = engine
    assert.deepEqual(await ids('?type=modified'), [], 'the second counts as taken in')
    await readNow()
    assert.equal(await guest(), 'Second')
    // A person acknowledges the third when somebody else has been told the fourth.
    await change('Third')
    await readNow()
    await world.there('/queue', { reservation_id: Number(id), queue: 'modify' })
    const { acknowledge: byHand } = bookingQueue
    bookingQueue.acknowledge = async (...given) => {
      await change('Fourth')
      await world.asked((context) => bookingQueue.waiting(context, 'modified'))
      await byHand(...given)
    }
    assert.deepEqual(await statuses([id]), ['acknowledged'])
    bookingQueue.acknowledge = byHand
    assert.deepEqual(await ids('?type=modified'), [])
    await readNow()
    assert.equal(await guest(), 'Fourth')
  })

  test('of a lost answer are looked at again', async () => {
    const { id } = await book()
    await readThem()
    await world.there('/queue', { reservation_id: Number(id), queue: 'new' })
    world.simulator.faults.add({ kind: 'lost_answer', path: '/hotels/ota', method: 'POST', count: 9 })
    const answer = await acknowledge([id])
    world.simulator.faults.clear()
    if (answer.status !== 200) errorOf(answer, 502, 'booking_error')
    assert.deepEqual(await statuses([id]), ['not_waiting'])
  })
})

describe('are refused', () => {
  test('what is asked for in a wrong way, or is not there', async () => {
    errorOf(await world.app.get(`${url}?type=details`), 400, 'invalid_params')
    errorOf(await world.app.get(`${url}?reservation_id=1`), 400, 'invalid_params')
    errorOf(await world.app.get(`${url}?type=details&reservation_id=999999`), 404, 'not_found')
    errorOf(await world.app.get(`${url}?hotel_id=999999`), 404, 'not_found')
    errorOf(await acknowledge([]), 400, 'invalid_body')
  })

  test('bookings of inactive listings', async () => {
    const { id } = await book()
    await readThem()
    await world.there('/queue', { reservation_id: Number(id), queue: 'new' })
    const off = (active: boolean) =>
      sql`update listings set active = ${active}, inactive_reason = ${active ? null : 'plan_limit'}
        where workspace_id = ${world.app.workspace.id}`.execute(world.app.db)
    await off(false)
    assert.deepEqual(await ids(), [])
    errorOf(await world.app.get(`${url}?type=details&reservation_id=${id}`), 403, 'listing_inactive')
    errorOf(await acknowledge([id]), 403, 'listing_inactive')
    await off(true)
    assert.deepEqual(await ids(), [id])
  })

  test('in the words of these routes whatever Booking.com says', async () => {
    const [id] = await ids()
    const calls = () => [world.app.get(url), acknowledge([id])]
    const all = async (status: number, code: string) => {
      for (const answer of await Promise.all(calls())) errorOf(answer, status || answer.status, code)
      world.simulator.faults.clear()
    }
    const faulty = (kind: string) => world.simulator.faults.add({ kind, path: '/hotels/ota', count: 60 })
    faulty('429')
    await all(429, 'booking_rate_limited')
    faulty('html')
    await all(502, 'booking_error')
    const connection = async (state: string) => {
      const answer = await fetch(`${world.simulator.url}/_control/extranet/hotels/${world.hotelId}`, {
        method: 'PATCH',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ connection: state }),
      })
      assert.ok(answer.ok)
    }
    await connection('pending')
    await all(422, 'booking_rejected')
    await connection('active')
    const { connectors } = world.app.services
    const { bookingQueue: _, ...operations } = world.connector.operations
    connectors['booking'] = { ...world.connector, operations }
    await all(422, 'channel_not_supported')
    connectors['booking'] = world.connector
    const status = (name: string) =>
      sql`update connections set status = ${name} where id = ${world.connectionId}`.execute(world.app.db)
    const one = () => [world.app.get(`${url}?hotel_id=${world.hotelId}`), acknowledge([id])]
    for (const [name, code] of [
      ['needs_permissions', 'connection_reauth_required'],
      ['disconnected', 'no_connection'],
    ] as const) {
      await status(name)
      for (const answer of await Promise.all(one())) errorOf(answer, answer.status, code)
      assert.deepEqual(await ids(), [], 'one that cannot be called has nothing to tell')
    }
    await status('active')
    assert.deepEqual(await ids(), [id])
  })
})
