/** What waits in the queue of Booking.com is known to whoever asks for an answer that is young: nothing else tells of it. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { errorOf } from '../bookings/pms-world.ts'
import type { Slot } from '../bookings/vendor-world.ts'
import { vendorCallsOf } from '../harness/vendor-calls.ts'
import { rowsOf } from './airbnb-world.ts'
import { base, startBookingWorld, type BookingWorld } from './booking-world.ts'

interface Fresh {
  dataFreshness?: { lastSyncedAt: string | null; stale: boolean; reason?: string }
}
interface Nights extends Fresh {
  days: { date: string; available: boolean }[]
}

let world: BookingWorld
/** Kept here, and sold as a room of the property. */
let home: string
let room: Slot
before(async () => {
  world = await startBookingWorld()
  room = world.slot()
  const [property] = rowsOf(await world.app.get(`${base}/properties`))
  const rooms = property?.['listings'] as Record<string, unknown>[]
  const roomBookingId = rooms.find((row) => row['listingId'] === room.listingId)?.['roomId']
  const made = await world.send('POST', '/v1/listings', {
    ...{ name: 'Quay flat', currency: room.listing.currency ?? 'EUR', defaultDailyPrice: 90 },
  })
  home = String(made.body['id'])
  const units = { id: home, count: room.listing.unitCount }
  await sql`update listings set unit_count = ${units.count} where id = ${units.id}`.execute(world.app.db)
  const mapped = await world.send('POST', `${base}/listings/map`, { roomBookingId, listingId: home })
  assert.equal(mapped.status, 200, mapped.text)
})
after(() => world.close())
/** Queues are read every 20 seconds at a beat of their own: 10 to 30 seconds after the last reading. */
const untilRead = 31
/** Everything was read, some seconds ago, and nothing is due by itself yet. */
beforeEach(async () => {
  await world.pass(untilRead)
  world.wait(5)
})

const read = async <T>(url: string) => {
  const answer = await world.app.get(url)
  assert.equal(answer.status, 200, answer.text)
  return answer.body as unknown as T
}
/** All units of some nights are booked there. */
async function bookAll(): Promise<{ ids: number[]; checkIn: string; checkOut: string }> {
  const { listing, checkIn, checkOut } = world.slot()
  assert.equal(listing.externalId, room.listing.externalId)
  const stay = { arrival_date: checkIn, departure_date: checkOut, adults: 1 }
  const ids: number[] = []
  for (let unit = 0; unit < room.listing.unitCount; unit += 1) {
    const body = { ...stay, room_id: Number(room.listing.externalId) }
    ids.push((await world.there<{ id: number }>('/guest/bookings', body)).id)
  }
  return { ids, checkIn, checkOut }
}
const nightsOf = (checkIn: string, more: string) =>
  read<Nights>(`/v1/availability/${home}?from=${checkIn}&to=${checkIn}${more}`)
const readings = async (work: () => Promise<unknown>) => {
  const { calls } = await vendorCallsOf(world.simulator, work)
  return calls.filter(({ method, path }) => method === 'GET' && /OTA_HotelResNotif/.test(path)).length
}

test('the first question for a young answer sees a booking that nobody was told of', async () => {
  const { checkIn } = await bookAll()
  const stored = await nightsOf(checkIn, '')
  assert.equal(stored.days[0]?.available, true)
  const enough = await nightsOf(checkIn, '&max_age=3600')
  assert.deepEqual([enough.days[0]?.available, enough.dataFreshness?.stale], [true, false])
  const young = await nightsOf(checkIn, '&max_age=1&require_fresh=true')
  assert.deepEqual([young.days[0]?.available, young.dataFreshness?.stale], [false, false])
  assert.equal(young.dataFreshness?.lastSyncedAt, world.app.clock.now().toISOString())
  const other = await bookAll()
  world.wait(2)
  const quote = await read<{ available: boolean } & Fresh>(
    `/v1/quotes?property_id=${home}&check_in=${other.checkIn}&check_out=${other.checkOut}&max_age=1`,
  )
  assert.deepEqual([quote.available, quote.dataFreshness?.stale], [false, false])
})

test('the queue is read once for all who ask, and not for an answer that is young enough', async () => {
  const { checkIn } = await bookAll()
  const asked = Array.from({ length: 12 }, () => nightsOf(checkIn, '&max_age=1'))
  const count = await readings(async () => {
    for (const { days } of await Promise.all(asked)) assert.equal(days[0]?.available, false)
  })
  assert.ok(count <= 2, `${count} readings`)
  assert.equal(await readings(() => nightsOf(checkIn, '&max_age=1')), 0)
  world.wait(2)
  assert.equal(await readings(() => nightsOf(checkIn, '&max_age=1')), 1)
  assert.equal(await readings(() => nightsOf(checkIn, '')), 0)
})

test('what was cancelled or changed there is known as soon, and the engine is told it once more', async () => {
  const { ids, checkIn } = await bookAll()
  assert.equal((await nightsOf(checkIn, '&max_age=1')).days[0]?.available, false)
  const { rows } = await sql<{ id: string; code: string }>`
    select id, confirmation_code as code from reservations where confirmation_code = ${String(ids[0])}`.execute(
    world.app.db,
  )
  assert.equal(rows.length, 1)
  await world.there(`/reservations/${ids[0]}/cancel`)
  world.wait(2)
  assert.equal((await nightsOf(checkIn, '&max_age=1')).days[0]?.available, true)
  const stay = await read<{ status: string } & Fresh>(`/v1/reservations/${rows[0]?.id}?max_age=1`)
  assert.deepEqual([stay.status, stay.dataFreshness?.stale], ['cancelled', false])
  await world.pass(untilRead)
  const waiting = await world.send('GET', `${base}/reservations`)
  assert.deepEqual(waiting.body['data'], [])
})

test('a stay that was booked here is as young as the queue of its listing', async () => {
  const { listing, checkIn, checkOut } = world.slot()
  assert.equal(listing.externalId, room.listing.externalId)
  const made = await world.send('POST', '/v1/reservations', {
    ...{ listingId: home, checkIn, checkOut, guest: { firstName: 'Ada' }, adults: 1 },
  })
  assert.equal(made.status, 201, made.text)
  world.wait(2)
  const url = `/v1/reservations/${String(made.body['id'])}`
  const count = await readings(async () => {
    const stay = await read<Fresh>(`${url}?max_age=1`)
    assert.equal(stay.dataFreshness?.stale, false)
  })
  assert.equal(count, 1)
})

test('a queue that cannot be read makes the answer old, or is refused where that was asked for', async () => {
  const { checkIn } = await bookAll()
  const path = '/hotels/ota/OTA_HotelResNotif'
  world.simulator.faults.add({ kind: '500', count: 100, path })
  try {
    const old = await nightsOf(checkIn, '&max_age=1')
    assert.deepEqual([old.days[0]?.available, old.dataFreshness?.stale], [true, true])
    assert.equal(old.dataFreshness?.reason, 'source_failed')
    const refused = await world.app.get(
      `/v1/availability/${home}?from=${checkIn}&to=${checkIn}&max_age=1&require_fresh=true`,
    )
    assert.equal(errorOf(refused, 503, 'too_stale')['reason'], 'source_failed')
  } finally {
    world.simulator.faults.clear()
  }
  const young = await nightsOf(checkIn, '&max_age=1')
  assert.deepEqual([young.days[0]?.available, young.dataFreshness?.stale], [false, false])
})
