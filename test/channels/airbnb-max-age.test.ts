/** Nights, quotes and stays of a listing that Airbnb keeps, no older than is asked for. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { errorOf } from '../bookings/pms-world.ts'
import { startAirbnbWorld, syncedListing, type AirbnbWorld } from './airbnb-world.ts'

interface Fresh {
  dataFreshness: { lastSyncedAt: string | null; stale: boolean }
}

let world: AirbnbWorld
let id: string
let airbnbId: string
before(async () => {
  world = await startAirbnbWorld()
  ;({ id, airbnbId } = await syncedListing(world))
})
after(() => world?.close())

const read = async <T>(url: string) => {
  const answer = await world.app.get(url)
  assert.equal(answer.status, 200, answer.text)
  return answer.body as unknown as T & Fresh
}
const day = (offset: number) =>
  String(
    Temporal.Instant.from(world.app.clock.now().toISOString())
      .toZonedDateTimeISO('UTC')
      .toPlainDate()
      .add({ days: offset }),
  )
/** Nights that are free there, sold in a moment without a word to anybody. */
async function sell(from: number): Promise<{ code: string; first: string; out: string }> {
  for (let offset = from; offset < 300; offset += 3) {
    const [first, out] = [day(offset), day(offset + 2)]
    const { days } = await read<{ days: { available: boolean }[] }>(
      `/v1/availability/${id}?from=${first}&to=${day(offset + 1)}&max_age=1`,
    )
    if (!days.every(({ available }) => available)) continue
    world.wait(30)
    const stay = { listing_id_str: airbnbId, status_type: 'accept', start_date: first, end_date: out }
    const { id: code } = await world.there<{ id: string }>('/reservations', stay)
    return { code, first, out }
  }
  throw new Error('nothing is free')
}

test('nights and quotes are read before they are shown', async () => {
  const { first, out } = await sell(40)
  interface Nights {
    days: { available: boolean }[]
  }
  const url = `/v1/availability/${id}?from=${first}&to=${first}`
  const stored = await read<Nights>(`${url}&max_age=86400`)
  assert.equal(stored.days[0]?.available, true, 'young enough')
  const fresh = await read<Nights>(`${url}&max_age=5`)
  assert.deepEqual([fresh.days[0]?.available, fresh.dataFreshness.stale], [false, false])
  const quote = await read<{ available: boolean }>(
    `/v1/quotes?property_id=${id}&check_in=${first}&check_out=${out}&max_age=5`,
  )
  assert.deepEqual([quote.available, quote.dataFreshness.stale], [false, false])
})

test('a stay is read before it is shown', async () => {
  const code = await world.booked()
  const listed = await world.app.get('/v1/reservations?limit=100')
  const rows = listed.body['data'] as unknown as { id: string; confirmationCode: string }[]
  const stay = rows.find(({ confirmationCode }) => confirmationCode === code)
  const url = `/v1/reservations/${stay?.id}`
  world.wait(60)
  await world.there(`/reservations/${code}/cancel`, { cancelledBy: 'guest' })
  const stored = await read<{ status: string }>(`${url}?max_age=86400`)
  const fresh = await read<{ status: string }>(`${url}?max_age=1`)
  assert.deepEqual(
    [stored.status, fresh.status, fresh.dataFreshness.stale],
    ['confirmed', 'cancelled', false],
  )
})

test('while Airbnb does not answer the stored is shown with its age, or refused where that was asked for', async () => {
  world.wait(120)
  world.simulator.faults.add({ kind: '500', count: 1000 })
  const url = `/v1/availability/${id}?from=${day(40)}&to=${day(41)}&max_age=5`
  const stored = await read<object>(url)
  assert.equal(stored.dataFreshness.stale, true)
  errorOf(await world.app.get(`${url}&require_fresh=true`), 503, 'too_stale')
  world.simulator.faults.clear()
})
