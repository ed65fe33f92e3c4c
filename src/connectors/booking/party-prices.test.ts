/** After our calendar was written, every party pays its price, in each of the property's forms of prices. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { startSimulator, type RunningSimulator } from '../../../simulators/index.ts'
import { addDays } from '../../connector-kit/dates.ts'
import { rememberIn } from '../../connector-kit/remember.ts'
import { openBench, type Bench } from '../../connector-kit/testing/bench.ts'
import { VendorError } from '../../connector-kit/vendor-error.ts'
import type { CalendarChange } from '../../connector-kit/calendar-write-operations.ts'
import { calendarWrites } from './calendar-writes.ts'
import { calendar } from './calendar.ts'
import { booking } from './index.ts'
import type { Credentials } from './manifest.ts'
import { pricingOf } from './pricing.ts'

let bench: Bench<typeof Credentials>
let simulator: RunningSimulator
let room: { id: number; hotel_id: number; max_persons: number }
let rates: { id: number; hotel_id: number; is_child_rate: boolean; share: number }[]
before(async () => {
  const start: typeof startSimulator = async (...args) => (simulator = await startSimulator(...args))
  bench = await openBench(booking, start, { listings: 4, reservations: 0 })
  const state = simulator.operations.state(new Set(['rates'])) as unknown as {
    listings: (typeof room)[]
    rates: typeof rates
  }
  const found = state.listings.toSorted((a, b) => b.max_persons - a.max_persons)[0]
  assert.ok(found && found.max_persons > 2)
  room = found
  rates = state.rates.filter(({ hotel_id }) => hotel_id === room.hotel_id)
})
after(() => bench.close())

const today = () => bench.context().now().toISOString().slice(0, 10)
const there = (method: string, path: string, body: object) =>
  fetch(`${simulator.url}/_control${path}`, {
    method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
const setHotel = async (fields: object) => {
  assert.equal((await there('PATCH', `/extranet/hotels/${room.hotel_id}`, fields)).status, 200)
  // The property's form of prices is cached for an hour.
  simulator.clock.advanceSeconds(3601)
}
const write = (days: number, fields: Partial<CalendarChange>) => {
  const date = addDays(today(), days)
  const about = { listingExternalId: String(room.id), unitCount: 4, currency: null, from: date, to: date }
  return calendarWrites.write(bench.context('calendar'), [{ ...about, ...fields }])
}
const night = async (days: number) => {
  const date = addDays(today(), days)
  const listing = { externalId: String(room.id), unitCount: 4 }
  const [day] = await calendar.range(bench.context(), { listing, from: date, to: date })
  assert.ok(day)
  return day
}
/** Returns for each number of guests the charge for one night, or that nothing can be booked. */
async function paid(days: number, rateId?: number): Promise<(number | string)[]> {
  const [arrival_date, departure_date] = [addDays(today(), days), addDays(today(), days + 1)]
  await write(days, { availableUnits: room.max_persons })
  const parties = Array.from({ length: room.max_persons }, (_, index) => index + 1)
  const found: (number | string)[] = []
  for (const adults of parties) {
    const stay = {
      room_id: room.id,
      arrival_date,
      departure_date,
      adults,
      ...(rateId ? { rate_id: rateId } : {}),
    }
    const answer = await there('POST', '/guest/bookings', stay)
    const body = (await answer.json()) as { totalprice?: number }
    found.push(answer.status === 201 ? (body.totalprice ?? 'nothing') : `${answer.status}`)
  }
  return found
}
const everybody = (price: number) => Array.from({ length: room.max_persons }, () => price)

describe('one price of ours', () => {
  test('is everybody’s where the room has one, also where one guest alone had another', async () => {
    await there('POST', '/extranet/nights', {
      room_id: room.id,
      rate_id: rates[0]?.id,
      from: addDays(today(), 5),
      price: 77,
    })
    assert.deepEqual(await write(5, { price: '120.00' }), { refused: [] })
    assert.deepEqual(await paid(5), everybody(120))
  })

  test('is that of every number of guests where prices are by them', async () => {
    await setHotel({ pricing_type: 'OBP' })
    const before = await night(8)
    assert.ok((before.partyPrices?.length ?? 0) > 1, 'smaller parties pay less until it is written')
    const settings = { price: '130.00', available: true, minNights: 1 }
    assert.deepEqual(await write(8, settings), { refused: [] })
    const after = await night(8)
    assert.deepEqual([Number(after.price), after.partyPrices, after.minNights], [130, undefined, 1])
    assert.deepEqual(await paid(8), everybody(130))
  })

  test('is sent without tax where the property has its prices so, and goes on being sent so', async () => {
    await setHotel({ tax_included: false })
    assert.deepEqual(await write(11, { price: '140.50' }), { refused: [] })
    await bench.control.clearCalls()
    assert.deepEqual(await write(12, { price: '141' }), { refused: [] })
    const priceCalls = (await bench.control.calls()).filter(({ path }) => path.endsWith('RateAmountNotif'))
    assert.equal(priceCalls.length, 1)
    assert.deepEqual([await paid(11), await paid(12)], [everybody(140.5), everybody(141)])
    await setHotel({ tax_included: true })
  })

  test('is found out from the nights where the property shows no settings', async () => {
    const { http, now } = bench.context('calendar')
    const get = () => Promise.reject(new VendorError('rejected', 'not switched on', { status: 403 }))
    const closed = { ...http, get }
    rememberIn(closed, { work: new Map(), settings: new Map(), identity: `booking:${room.hotel_id}` })
    assert.equal(await pricingOf({ http: closed, now }, String(room.id)), 'OBP')
    await setHotel({ pricing_type: 'Standard' })
    assert.equal(await pricingOf({ http: closed, now }, String(room.id)), 'Standard')
  })

  test('is followed by rates that are derived from the one that is written', async () => {
    const [, derived] = rates
    assert.ok(derived)
    Object.assign(derived, { is_child_rate: true, share: 0.85 })
    await write(17, { price: '100' })
    assert.deepEqual(await paid(17, derived.id), everybody(100 * derived.share))
  })

  test('is refused where prices are by length of stay, and the night is closed all the same', async () => {
    await setHotel({ pricing_type: 'LOS' })
    const { refused } = await write(20, { price: '160', available: false })
    assert.deepEqual(
      refused.map(({ index }) => index),
      [0],
    )
    assert.match(refused[0]?.message ?? '', /length of stay/)
    assert.equal((await night(20)).available, false)
  })

  test('that the vendor does not take leaves the rest of the night as it was sent', async () => {
    await setHotel({ pricing_type: 'Standard' })
    assert.deepEqual((await write(23, { availableUnits: 1, price: '165' })).refused, [])
    // The form was changed in the extranet since it was last read.
    await there('PATCH', `/extranet/hotels/${room.hotel_id}`, { pricing_type: 'OBP' })
    const { refused } = await write(23, { price: '170', available: false })
    assert.match(refused[0]?.message ?? '', /OBP/)
    assert.equal((await night(23)).available, false)
  })
})
