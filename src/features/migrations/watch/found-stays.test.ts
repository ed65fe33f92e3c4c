import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { ReservationRecord } from '../../../contract/records.ts'
import { findNewStays, type KnownStay } from './found-stays.ts'

const today = '2026-06-10'
const record = (fields: Partial<ReservationRecord> = {}): ReservationRecord => ({
  kind: 'reservation',
  externalId: '7',
  listingExternalId: '1',
  confirmationCode: 'A1',
  source: 'direct',
  status: 'confirmed',
  checkIn: '2026-07-01',
  checkOut: '2026-07-04',
  totalPrice: null,
  currency: null,
  sourceStatus: 'new',
  ...fields,
})
const known = (fields: Partial<KnownStay> = {}): KnownStay => ({
  external_id: '7',
  id: '91',
  listing_id: '3',
  status: 'confirmed',
  check_in: '2026-07-01',
  check_out: '2026-07-04',
  ...fields,
})
const changes = (now: ReservationRecord, before?: KnownStay) =>
  findNewStays([now], new Map(before ? [['7', before]] : []), today).map(({ change }) => change)

describe('a stay that is looked at after a cutover', () => {
  it('is found when it is new, other or gone, and not when it is as it was', () => {
    assert.deepEqual(changes(record()), ['new'])
    assert.deepEqual(changes(record(), known()), [])
    assert.deepEqual(changes(record({ checkOut: '2026-07-05' }), known()), ['changed'])
    assert.deepEqual(changes(record({ checkIn: '2026-06-30' }), known()), ['changed'])
    assert.deepEqual(changes(record({ status: 'pending' }), known()), ['changed'])
    assert.deepEqual(changes(record({ status: 'cancelled' }), known()), ['cancelled'])
    assert.deepEqual(changes(record(), known({ status: 'cancelled' })), ['changed'])
  })

  it('was never there or is over: nobody is told', () => {
    assert.deepEqual(changes(record({ status: 'cancelled' })), [])
    assert.deepEqual(changes(record({ status: 'cancelled' }), known({ status: 'cancelled' })), [])
    const past = { checkIn: '2026-06-01', checkOut: '2026-06-09' }
    assert.deepEqual(changes(record(past)), [])
    assert.deepEqual(changes(record({ ...past, checkOut: '2026-06-10' })), ['new'])
    // The stay was to last longer, so its freed nights still matter.
    assert.deepEqual(changes(record(past), known()), ['changed'])
  })

  it('that is twice on a page is told once, as it was read last', () => {
    const moved = record({ checkOut: '2026-07-09' })
    const found = findNewStays([record(), record({ externalId: '8' }), moved], new Map(), today)
    assert.deepEqual(
      found.map((stay) => [stay.externalId, stay.record.checkOut]),
      [
        ['7', '2026-07-09'],
        ['8', '2026-07-04'],
      ],
    )
  })

  it('is told again when it is something else than was told', () => {
    const [first] = findNewStays([record()], new Map(), today)
    const [second] = findNewStays([record({ checkOut: '2026-07-09' })], new Map(), today)
    const [third] = findNewStays([record({ totalPrice: '10.00', currency: 'EUR' })], new Map(), today)
    assert.notEqual(first?.seen, second?.seen)
    assert.equal(first?.seen, third?.seen)
  })
})
