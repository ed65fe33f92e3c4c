import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { startSimulator } from '../../../simulators/index.ts'
import type { ListingRecord } from '../../contract/records.ts'
import { addDays } from '../../connector-kit/dates.ts'
import { openBench, type Bench } from '../../connector-kit/testing/bench.ts'
import { freeNights } from '../../connector-kit/testing/free-nights.ts'
import { present } from '../../connector-kit/testing/walk.ts'
import { VendorError } from '../../connector-kit/vendor-error.ts'
import { calendarWrites } from './calendar-writes.ts'
import { hospitable } from './index.ts'
import type { Credentials } from './manifest.ts'
import { messageWrites } from './message-writes.ts'
import { reservationWrites } from './reservation-writes.ts'

const { operations } = hospitable

describe('Hospitable habits of writing', { concurrency: false }, () => {
  let bench: Bench<typeof Credentials>
  let listing: ListingRecord
  before(async () => {
    bench = await openBench(hospitable, startSimulator, { listings: 2, reservations: 40 })
    const walked = await bench.walk().listings()
    listing = present(walked.records[0])
  })
  after(() => bench.close())

  const change = (from: string, to: string, price: string) => ({
    ...{ listingExternalId: listing.externalId, unitCount: 1, from, to, price },
    currency: listing.currency ?? null,
  })

  it('cuts a long change of the calendar into calls of sixty dates', async () => {
    const from = addDays(bench.context().now().toISOString().slice(0, 10), 10)
    const to = addDays(from, 129)
    await bench.control.clearCalls()
    const middle = addDays(from, 70)
    const { refused } = await calendarWrites.write(bench.context('calendar'), [
      change(from, to, '150.55'),
      change(middle, middle, '99.99'),
    ])
    assert.deepEqual(refused, [])
    const puts = (await bench.control.calls()).filter(({ method }) => method === 'PUT')
    assert.equal(puts.length, 3)
    const days = await present(operations.calendar).range(bench.context(), { listing, from, to })
    assert.deepEqual(
      [...new Set(days.map(({ price }) => Number(price)))].toSorted((a, b) => a - b),
      [99.99, 150.55],
    )
    assert.equal(Number(days.find(({ date }) => date === middle)?.price), 99.99)
  })

  it('writes no price that it would have to guess', async () => {
    const day = addDays(bench.context().now().toISOString().slice(0, 10), 10)
    const { refused } = await calendarWrites.write(bench.context('calendar'), [
      { ...change(day, day, '15000'), currency: 'JPY' },
      change(day, day, '88.00'),
      change(day, day, '88.125'),
    ])
    assert.deepEqual(
      refused.map(({ index }) => index),
      [0, 2],
    )
    const stay = await freeNights(bench.context(), operations, listing, 2)
    const draft = {
      ...{ listingExternalId: listing.externalId, ...stay, adults: 1, children: 0, totalPrice: '30000' },
      ...{ status: 'confirmed' as const, platform: 'direct' as const, guest: { firstName: 'Noor' } },
    }
    await assert.rejects(
      reservationWrites.create(bench.context(), {
        ...draft,
        currency: 'JPY',
        marker: 'lwyen000000000000001',
      }),
      (error) => error instanceof VendorError && error.kind === 'rejected',
    )
  })

  it('answers an inquiry where there is no reservation', async () => {
    const { records } = await bench.walk().conversations()
    const inquiry = present(records.find((row) => row.externalId === row.reservationExternalId))
    const conversationExternalId = inquiry.externalId
    const message = { conversationExternalId, platform: inquiry.platform, body: 'It is free.', files: [] }
    await messageWrites.send(bench.context('messages'), message)
    const { records: thread } = await present(operations.messages).page(bench.context(), {
      conversationExternalId,
      cursor: null,
    })
    assert.ok(thread.some(({ body, direction }) => body === 'It is free.' && direction === 'outbound'))
  })

  it('hears that a booking of a channel is not for the host to cancel', async () => {
    const booking = await bench.control.book({ platform: 'airbnb' })
    const request = { externalId: String(booking.id), listingExternalId: listing.externalId }
    await assert.rejects(
      present(reservationWrites.cancel)(bench.context(), request),
      (error) => error instanceof VendorError && error.kind === 'rejected',
    )
  })
})
