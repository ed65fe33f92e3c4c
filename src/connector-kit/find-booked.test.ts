import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { ReservationRecord } from '../contract/records.ts'
import type { Connector, VendorContext } from './connector.ts'
import { findBooked } from './find-booked.ts'
import type { RowFailure } from './paginate.ts'
import { VendorError } from './vendor-error.ts'
import type { ReservationDraft } from './write-operations.ts'

const draft = {
  ...{
    listingExternalId: 'A',
    checkIn: '2027-02-01',
    checkOut: '2027-02-06',
    marker: 'abcdefghij0123456789',
  },
  guest: { firstName: 'Ada', lastName: 'Byron', email: 'ada@example.com' },
} as ReservationDraft
const { marker: _, ...stay } = draft
const sentAt = new Date('2026-11-01T12:00:00Z')
const booking = {
  ...{ ...stay, kind: 'reservation', externalId: 'R1', status: 'confirmed', source: 'direct' },
  bookedAt: '2026-11-01T12:00:01Z',
} as unknown as ReservationRecord

/** A vendor whose marker somebody removed; the list has the booking on one of its pages. */
function look(pages: number, bookingAt?: number, failures: RowFailure[] = []): Promise<string | null> {
  const page = async (__: VendorContext, { cursor }: { cursor: string | null }) => {
    const number = Number(cursor ?? 1)
    const records = number === bookingAt ? [booking] : []
    return { records, failures, next: number < pages ? String(number + 1) : null }
  }
  const operations = {
    reservations: { page },
    reservationWrites: { ownSources: ['direct'], findMarked: async () => [] },
  }
  const isOthers = async (id: string) => id === 'R2'
  return findBooked({} as VendorContext, { operations } as unknown as Connector, draft, { sentAt, isOthers })
}

const unreadable = (externalId: string): RowFailure => ({ externalId, message: 'no arrival' })

describe('a booking that is looked for in a list', () => {
  it('is missing only in a list that was read to its end', async () => {
    assert.equal(await look(1), null)
    assert.equal(await look(50), null)
    assert.equal(await look(50, 50), 'R1')
  })

  it('is undecided where a row cannot be read, unless it was found or the row is another request’s', async () => {
    await assert.rejects(look(1, undefined, [unreadable('R3')]), /R3 cannot be read/)
    assert.equal(await look(1, 1, [unreadable('R3')]), 'R1')
    assert.equal(await look(1, undefined, [unreadable('R2')]), null)
  })

  it('is undecided where the list goes on, also when one was found before', async () => {
    for (const at of [undefined, 1, 51]) {
      await assert.rejects(
        look(51, at),
        (error) => error instanceof VendorError && error.kind === 'unavailable',
      )
    }
  })
})
