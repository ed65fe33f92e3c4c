import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { ReservationRecord } from '../contract/records.ts'
import type { Connector, VendorContext } from './connector.ts'
import { bookedBy, findBooked } from './find-booked.ts'
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

/** A vendor whose search of the listing gives these stays. */
function search(
  stays: readonly object[],
  { marked = [], others = [] }: { marked?: string[]; others?: string[] } = {},
): Promise<string | null> {
  const operations = {
    reservationWrites: {
      ownSources: ['direct', 'website'],
      findMarked: async (_context: VendorContext, wanted: object) => {
        const { listingExternalId, checkIn, checkOut } = draft
        assert.deepEqual(wanted, {
          marker: draft.marker,
          listingExternalId,
          checkIn,
          checkOut,
          since: sentAt,
        })
        return marked
      },
      staysOn: async () => ({ records: stays, failures: [] }),
    },
    reservations: { page: () => Promise.reject(new Error('a list is read though a search would do')) },
  }
  const isOthers = async (id: string) => others.includes(id)
  return findBooked({} as VendorContext, { operations } as unknown as Connector, draft, { sentAt, isOthers })
}

describe('a booking that is looked for by its stay', () => {
  it('is the one with its marker, whatever else is there', async () => {
    assert.equal(await search([booking], { marked: ['M1'] }), 'M1')
  })

  it('has the same home, days, guest and kind of source, and came after it was sent', async () => {
    assert.equal(await search([booking]), 'R1')
    const others = [
      { kind: 'block' },
      { status: 'owner_stay' },
      { listingExternalId: 'B' },
      { checkIn: '2027-02-02' },
      { checkOut: '2027-02-07' },
      { guest: { firstName: 'Bo', lastName: 'Byron', email: 'bo@example.com' } },
      { source: 'airbnb' },
      { source: null },
      { bookedAt: null },
      { bookedAt: '2026-11-01T11:58:59Z' },
    ]
    for (const fields of others)
      assert.equal(await search([{ ...booking, ...fields }]), null, JSON.stringify(fields))
  })

  it('may have been cancelled, or booked by a clock that is late', async () => {
    for (const fields of [
      { status: 'cancelled' },
      { status: 'pending' },
      { source: 'website' },
      { bookedAt: '2026-11-01T11:59:00Z' },
    ])
      assert.equal(await search([{ ...booking, ...fields }]), 'R1', JSON.stringify(fields))
  })

  it('is undecided among several that look like it, of which none is another request’s', async () => {
    const two = [booking, { ...booking, externalId: 'R2' }]
    await assert.rejects(search(two), /2 bookings look like the one that was sent/)
    assert.equal(await search(two, { others: ['R2'] }), 'R1')
    assert.equal(await search(two, { others: ['R1', 'R2'] }), null)
  })
})

describe('a booking that is looked for in a list without a search', () => {
  it('is not one that was cancelled', async () => {
    const page = async () => ({ records: [{ ...booking, status: 'cancelled' }], failures: [], next: null })
    const operations = {
      reservations: { page },
      reservationWrites: { ownSources: ['direct'], findMarked: async () => [] },
    }
    const connector = { operations } as unknown as Connector
    const isOthers = async () => false
    assert.equal(await findBooked({} as VendorContext, connector, draft, { sentAt, isOthers }), null)
  })

  it('is read since shortly before it was sent', async () => {
    const asked: unknown[] = []
    const page = async (_context: VendorContext, options: object) => {
      asked.push(options)
      return { records: [], failures: [], next: null }
    }
    const operations = {
      reservations: { page },
      reservationWrites: { ownSources: ['direct'], findMarked: async () => [] },
    }
    const connector = { operations } as unknown as Connector
    await findBooked({} as VendorContext, connector, draft, { sentAt, isOthers: async () => false })
    assert.deepEqual(asked, [{ cursor: null, since: '2026-11-01T11:59:00.000Z' }])
  })

  it('is missing where a vendor has no list, and cannot be looked for where nothing is written', async () => {
    const writes = { ownSources: ['direct'], findMarked: async () => [] }
    const ask = (operations: object) =>
      findBooked({} as VendorContext, { operations } as unknown as Connector, draft, {
        sentAt,
        isOthers: async () => false,
      })
    assert.equal(await ask({ reservationWrites: writes }), null)
    await assert.rejects(ask({}), /writes no reservations/)
  })
})

describe('every booking that a draft made', () => {
  const made = (reservationWrites: object | undefined) =>
    bookedBy(
      {} as VendorContext,
      { operations: { reservationWrites } } as unknown as Connector,
      draft,
      sentAt,
    )

  it('is found by marker, or by its stay where the vendor searches a listing', async () => {
    const findMarked = async () => ['R1', 'R2']
    assert.deepEqual(await made({ ownSources: [], findMarked }), ['R1', 'R2'])
    assert.deepEqual(await made(undefined), [])
  })
})
