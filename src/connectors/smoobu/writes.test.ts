import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { startSimulator } from '../../../simulators/index.ts'
import type { ListingRecord } from '../../contract/records.ts'
import { addDays } from '../../connector-kit/dates.ts'
import { openBench, type Bench } from '../../connector-kit/testing/bench.ts'
import { freeNights } from '../../connector-kit/testing/free-nights.ts'
import { present } from '../../connector-kit/testing/walk.ts'
import { calendarWrites } from './calendar-writes.ts'
import { smoobu } from './index.ts'
import type { Credentials } from './manifest.ts'
import { quote } from './quote.ts'

const { operations } = smoobu

describe('Smoobu habits of writing', { concurrency: false }, () => {
  let bench: Bench<typeof Credentials>
  let listing: ListingRecord
  before(async () => {
    bench = await openBench(smoobu, startSimulator, { listings: 2, reservations: 10 })
    const walked = await bench.walk().listings()
    listing = present(walked.records[0])
  })
  after(() => bench.close())

  const change = (from: string, to: string, available: boolean) => ({
    ...{ listingExternalId: listing.externalId, unitCount: 1, from, to, available, currency: null },
  })
  const held = async () => (await bench.control.state()).reservations.length
  const openDays = async (from: string, to: string) =>
    (await present(operations.calendar).range(bench.context(), { listing, from, to })).map(
      ({ available }) => available,
    )

  it('closes only what is free, so that a second time does nothing', async () => {
    const { checkIn } = await freeNights(bench.context(), operations, listing, 6)
    const [middle, last] = [addDays(checkIn, 2), addDays(checkIn, 4)]
    const before = await held()
    await calendarWrites.write(bench.context('calendar'), [change(middle, middle, false)])
    assert.equal(await held(), before + 1)
    // Closing again closes only the remaining nights on both sides.
    await calendarWrites.write(bench.context('calendar'), [change(checkIn, last, false)])
    assert.equal(await held(), before + 3)
    await calendarWrites.write(bench.context('calendar'), [change(checkIn, last, false)])
    assert.equal(await held(), before + 3)
    assert.deepEqual(await openDays(checkIn, addDays(last, 1)), [false, false, false, false, false, true])
  })

  it('opens whole blocks, and says so where one reaches further', async () => {
    const { checkIn } = await freeNights(bench.context(), operations, listing, 6)
    const last = addDays(checkIn, 3)
    await calendarWrites.write(bench.context('calendar'), [change(checkIn, last, false)])
    const part = await calendarWrites.write(bench.context('calendar'), [
      change(checkIn, addDays(checkIn, 1), true),
    ])
    assert.deepEqual(
      part.refused.map(({ index }) => index),
      [0],
    )
    assert.deepEqual(await openDays(checkIn, last), [false, false, false, false])
    const whole = await calendarWrites.write(bench.context('calendar'), [change(checkIn, last, true)])
    assert.deepEqual(whole, { refused: [] })
    assert.deepEqual(await openDays(checkIn, last), [true, true, true, true])
  })

  it('leaves bookings of guests where they are when it opens their nights', async () => {
    const { checkIn, checkOut } = await freeNights(bench.context(), operations, listing, 3)
    const booking = await bench.control.book({
      ...{ apartment: { id: Number(listing.externalId) }, arrival: checkIn, departure: checkOut },
      ...{ channel: { id: 13, name: 'Direct booking' } },
    })
    await calendarWrites.write(bench.context('calendar'), [change(checkIn, addDays(checkOut, -1), true)])
    const stay = await present(operations.reservations?.one)(bench.context(), String(booking.id))
    assert.ok(stay?.kind === 'reservation' && stay.status === 'confirmed')
  })

  it('passes on why the vendor has no price', async () => {
    const { checkIn } = await freeNights(bench.context(), operations, listing, 6)
    const stay = { from: checkIn, to: addDays(checkIn, 5), price: '90.00', minNights: 5, currency: null }
    await calendarWrites.write(bench.context('calendar'), [
      { listingExternalId: listing.externalId, unitCount: 1, ...stay },
    ])
    const { available, restrictions } = await quote(bench.context(), {
      listingExternalId: listing.externalId,
      checkIn,
      checkOut: addDays(checkIn, 2),
      adults: 1,
      children: 0,
      currency: null,
    })
    assert.deepEqual([available, restrictions], [false, ['The minimum stay is 5 nights']])
  })
})
