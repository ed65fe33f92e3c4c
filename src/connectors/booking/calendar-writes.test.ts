/**
 * The vendor may refuse one of several changes: the others must be accepted, and some calls must never be
 * made.
 */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startSimulator } from '../../../simulators/index.ts'
import { openBench, type Bench } from '../../connector-kit/testing/bench.ts'
import { addDays } from '../../connector-kit/dates.ts'
import type { CalendarChange } from '../../connector-kit/calendar-write-operations.ts'
import { calendarWrites } from './calendar-writes.ts'
import { calendar } from './calendar.ts'
import { booking } from './index.ts'
import type { Credentials } from './manifest.ts'

let bench: Bench<typeof Credentials>
let listing: { externalId: string; unitCount: number; currency: string | null }
before(async () => {
  bench = await openBench(booking, startSimulator, { listings: 2, reservations: 0 })
  const [first] = (await bench.walk().listings()).records
  assert.ok(first)
  listing = { ...first, currency: first.currency ?? null }
})
after(() => bench.close())

const today = () => bench.context().now().toISOString().slice(0, 10)
const change = (days: number, fields: Partial<CalendarChange>): CalendarChange => ({
  listingExternalId: listing.externalId,
  unitCount: listing.unitCount,
  from: addDays(today(), days),
  to: addDays(today(), days),
  currency: listing.currency,
  ...fields,
})
const write = (...changes: CalendarChange[]) => calendarWrites.write(bench.context('calendar'), changes)
const night = async (days: number) => {
  const date = addDays(today(), days)
  const [day] = await calendar.range(bench.context(), { listing, from: date, to: date })
  assert.ok(day)
  return day
}

test('an error within a good answer is that of one change; the others are taken', async () => {
  const { refused } = await write(
    change(5, { price: '111' }),
    change(-9, { price: '112' }),
    change(6, { price: '113' }),
  )
  assert.deepEqual(
    refused.map(({ index }) => index),
    [1],
  )
  assert.match(refused[0]?.message ?? '', /INVALID_UPDATE.*cannot be changed/)
  assert.deepEqual([Number((await night(5)).price), Number((await night(6)).price)], [111, 113])
})

test('nights that are over are left out of a stretch, whose others are taken', async () => {
  const stretch = { ...change(-9, { price: '114' }), to: addDays(today(), 3) }
  assert.deepEqual(await write(stretch), { refused: [] })
  assert.equal(Number((await night(3)).price), 114)
})

test('rooms left to sell, and where nobody may arrive or leave', async () => {
  const settings = { availableUnits: 1, closedToArrival: true, closedToDeparture: true }
  assert.deepEqual(await write(change(8, settings)), { refused: [] })
  const day = await night(8)
  assert.deepEqual([day.availableUnits, day.closedToArrival, day.closedToDeparture], [1, true, true])
})

test('a night is opened with as many rooms as are not booked, and an open one stays as it is', async () => {
  const [arrival_date, departure_date] = [addDays(today(), 10), addDays(today(), 11)]
  await bench.control.book({ room_id: Number(listing.externalId), arrival_date, departure_date })
  await write(change(10, { available: false }), change(11, { availableUnits: 1 }))
  assert.equal((await night(10)).available, false)
  await write(change(10, { available: true }), change(11, { available: true }))
  assert.deepEqual(
    [(await night(10)).availableUnits, (await night(11)).availableUnits],
    [listing.unitCount - 1, 1],
  )
})

test('of a night with more rooms left than there are as many are sold as there are', async () => {
  const leftOn = async (days: number) => {
    const date = addDays(today(), days)
    const several = { ...listing, unitCount: 100 }
    const [day] = await calendar.range(bench.context(), { listing: several, from: date, to: date })
    return day?.availableUnits
  }
  await write(change(12, { availableUnits: 4 }), change(13, { availableUnits: 4 }))
  await write(
    change(12, { unitCount: 1, available: true }),
    // The number of rooms is unknown here.
    change(13, { unitCount: 0, available: true }),
  )
  assert.deepEqual([await leftOn(12), await leftOn(13)], [1, 4])
})

test('how many are left is read once for all nights that are opened, and not where it was told', async () => {
  const readBack = async () =>
    (await bench.control.calls()).filter(({ path }) => path === '/hotels/xml/roomrateavailability').length
  const days = [14, 16, 18, 20, 22]
  await write(...days.map((day) => change(day, { available: false })))
  await bench.control.clearCalls()
  await write(...days.map((day) => change(day, { available: true, price: String(100 + day) })))
  assert.equal(await readBack(), 1)
  for (const day of days) assert.equal((await night(day)).availableUnits, listing.unitCount)
  await bench.control.clearCalls()
  await write(...days.map((day) => change(day, { available: true, availableUnits: 1 })))
  assert.equal(await readBack(), 0)
  assert.deepEqual([(await night(14)).available, (await night(14)).availableUnits], [true, 1])
})

test('a price in another currency, and a stay that is too long, are refused without asking', async () => {
  await bench.control.clearCalls()
  const { refused } = await write(
    change(12, { price: '90', currency: 'XTS' }),
    change(12, { minNights: 45 }),
    change(12, { price: '90', listingExternalId: '1' }),
  )
  assert.deepEqual(
    refused.map(({ index }) => index),
    [0, 1, 2],
  )
  const paths = (await bench.control.calls()).map(({ path }) => path)
  assert.deepEqual(
    paths.filter((path) => path === '/hotels/xml/availability'),
    [],
  )
})
