import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { startSimulator } from '../../../simulators/index.ts'
import type { ListingRecord } from '../../contract/records.ts'
import { openBench, type Bench } from '../../connector-kit/testing/bench.ts'
import { freeNights } from '../../connector-kit/testing/free-nights.ts'
import { present } from '../../connector-kit/testing/walk.ts'
import { VendorError } from '../../connector-kit/vendor-error.ts'
import { calendarWrites } from './calendar-writes.ts'
import { beds24 } from './index.ts'
import { listingWrites } from './listing-writes.ts'
import type { Credentials } from './manifest.ts'
import { reservationWrites } from './reservation-writes.ts'
import { readWritten, reasonOf } from './written.ts'

const { operations } = beds24

describe('Beds24 habits of writing', { concurrency: false }, () => {
  let bench: Bench<typeof Credentials>
  let listings: ListingRecord[]
  before(async () => {
    bench = await openBench(beds24, startSimulator, { listings: 6, reservations: 20 })
    listings = (await bench.walk().listings()).records
  })
  after(() => bench.close())

  const draftOf = async (listing: ListingRecord, marker: string) => ({
    listingExternalId: listing.externalId,
    ...(await freeNights(bench.context(), operations, listing, 3)),
    status: 'confirmed' as const,
    platform: 'direct' as const,
    guest: { firstName: 'Ines' },
    adults: 1,
    children: 0,
    totalPrice: '300.10',
    currency: listing.currency ?? null,
    marker,
  })
  const hotel = () => {
    const found = listings.find(({ unitCount }) => unitCount > 1)
    assert.ok(found !== undefined)
    return found
  }

  it('books the unit that was asked for, and not when somebody has it', async () => {
    const listing = hotel()
    const draft = {
      ...(await draftOf(listing, 'lwunit00000000000001')),
      unitExternalId: `${listing.externalId}-2`,
    }
    const { externalId } = await reservationWrites.create(bench.context(), draft)
    const stay = await present(operations.reservations?.one)(bench.context(), externalId)
    assert.ok(stay?.kind === 'reservation' && stay.unitExternalId === draft.unitExternalId)
    const again = reservationWrites.create(bench.context(), { ...draft, marker: 'lwunit00000000000002' })
    await assert.rejects(
      again,
      (error) => error instanceof VendorError && error.reason === 'dates_unavailable',
    )
    const foreign = reservationWrites.create(bench.context(), { ...draft, unitExternalId: '1-1' })
    await assert.rejects(foreign, (error) => error instanceof VendorError && error.kind === 'rejected')
    const { unitExternalId: _any, ...free } = { ...draft, marker: 'lwunit00000000000003' }
    const other = await reservationWrites.create(bench.context(), free)
    const assigned = await present(operations.reservations?.one)(bench.context(), other.externalId)
    assert.ok(assigned?.kind === 'reservation' && assigned.unitExternalId === `${listing.externalId}-1`)
  })

  it('cuts notes that are too long, says so, and keeps the marker', async () => {
    const draft = { ...(await draftOf(hotel(), 'lwnotes0000000000001')), notes: 'x'.repeat(3000) }
    const { externalId, errors } = await reservationWrites.create(bench.context(), draft)
    assert.deepEqual(
      errors.map(({ section }) => section),
      ['notes'],
    )
    const since = bench.context().now()
    assert.deepEqual(await reservationWrites.findMarked(bench.context(), { ...draft, since }), [externalId])
  })

  it('names the calendar change that was refused by its place', async () => {
    const [listing] = listings
    const change = {
      listingExternalId: listing?.externalId ?? '',
      unitCount: 1,
      from: '2027-01-10',
      to: '2027-01-12',
      currency: null,
    }
    const { refused } = await calendarWrites.write(bench.context('calendar'), [
      { ...change, maxNights: 365 },
      { ...change, minNights: 2 },
      { ...change, listingExternalId: '999999999', minNights: 2 },
    ])
    assert.deepEqual(
      refused.map(({ index }) => index),
      [0, 2],
    )
  })

  it('leaves what room types share alone, and says what it cannot write', async () => {
    const { externalId } = hotel()
    const change = { times: { checkOutTime: '10:00' }, capacity: { maxGuests: 3, bedrooms: 2 } }
    const { applied, errors } = await listingWrites.write(bench.context('calendar'), { externalId, change })
    assert.deepEqual(applied, ['capacity'])
    assert.deepEqual(errors.map(({ section }) => section).toSorted(), ['capacity', 'times'])
    const odd = { times: { checkOutTime: '10:10' } }
    const home = listings.find(({ unitCount }) => unitCount === 1)?.externalId ?? ''
    const outcome = await listingWrites.write(bench.context('calendar'), { externalId: home, change: odd })
    assert.deepEqual([outcome.applied.length, outcome.errors.length], [0, 1])
  })

  it('a token that only reads writes nothing, and is not taken for one that ended', async () => {
    const context = bench.context()
    const unused = (): Promise<never> => Promise.reject(new Error('nothing may be written'))
    const get = async () => ({ token: { scopes: ['read:bookings', 'all:inventory'] } })
    const http = { get, post: unused, put: unused, patch: unused, delete: unused }
    const cancelled = reservationWrites.cancel?.(
      { ...context, http },
      { externalId: '1', listingExternalId: '1' },
    )
    await assert.rejects(
      cancelled ?? Promise.resolve(),
      (error) => error instanceof VendorError && error.kind === 'rejected' && /scope/.test(error.message),
    )
  })

  it('an answer that does not fit what was sent tells nothing', () => {
    const isMalformed = (error: unknown) => error instanceof VendorError && error.kind === 'malformed'
    assert.throws(() => readWritten({ success: true }, 1), isMalformed)
    assert.throws(() => readWritten([{ success: true }], 2), isMalformed)
    assert.equal(
      reasonOf({ success: false, errors: [{ field: 'roomId', message: 'invalid' }] }),
      'roomId: invalid',
    )
  })
})
