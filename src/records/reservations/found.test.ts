import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { toStoredStays, findReferredStays, type ReferredStay } from './found.ts'
import type { StoredReservation } from './row.ts'

const at = new Date('2026-06-15T12:00:00.000Z')
const row: StoredReservation = {
  id: '7',
  external_id: 'r7',
  listing_id: '3',
  account_id: '2',
  guest_id: '5',
  unit_id: '9',
  check_in: '2026-07-01',
  check_out: '2026-07-05',
  check_in_time: null,
  check_out_time: null,
  status: 'confirmed',
  status_detail: null,
  pending_reason: null,
  respond_by: null,
  completes_at: at,
  lapses_at: null,
  source: 'direct',
  confirmation_code: 'A',
  booked_at: '2026-01-01T00:00:00Z',
  cancelled_at: null,
  cancelled_by: null,
  occupancy: null,
  total_price: '100.50',
  currency: 'EUR',
  payment_status: null,
  financials: { host: { revenue: '1' }, cancellationPolicy: null },
  guest_details: null,
  source_status: 'new',
  source_hash: null,
}
const guest = { id: '5', firstName: 'Ana', lastName: null, language: null, email: 'a@b.c', phone: null }
const account = { id: '2', provider: 'acme', external_account_id: 'x', connection_id: '4' }
const known: ReferredStay = {
  listings: new Map([['3', true]]),
  units: new Map([['9', 'Room']]),
  accounts: new Map([['2', account]]),
  guests: new Map([['5', guest]]),
}
const found = (changes: Partial<StoredReservation> = {}, than: Partial<ReferredStay> = {}) =>
  findReferredStays([{ ...row, ...changes }], { ...known, ...than }, at)

describe('stays that a first import finds', () => {
  it('show what they refer to', () => {
    const [stay] = found() ?? []
    assert.deepEqual(stay?.unit, { id: '9', name: 'Room' })
    assert.deepEqual(stay?.guest, guest)
    assert.equal(
      JSON.stringify(stay?.account),
      '{"provider":"acme","connectionId":"4","externalAccountId":"x"}',
    )
    assert.deepEqual([stay?.booked_at, stay?.revision], [new Date('2026-01-01T00:00:00Z'), 1])
    assert.equal(found({ unit_id: null })?.[0]?.unit, null)
  })

  it('are looked up where something they refer to is not known', () => {
    for (const name of ['listings', 'units', 'accounts', 'guests'] as const)
      assert.equal(found({}, { [name]: new Map() }), null, name)
  })

  it('are looked up where the database would write an amount otherwise', () => {
    for (const amount of ['-0', '-0.00', '007', '1e3', '+5', '.5'])
      assert.equal(found({ total_price: amount }), null, amount)
    for (const amount of ['0', '0.10', '-5.5', '12345678901234.56', null])
      assert.ok(found({ total_price: amount }), String(amount))
  })

  it('have their documents in the order of the database', () => {
    const document = { revenue: 1, é: 2, zz: 3, a: undefined, vat: [{ type: 'x', name: null }] }
    assert.equal(
      JSON.stringify(toStoredStays(document)),
      '{"zz":3,"é":2,"vat":[{"name":null,"type":"x"}],"revenue":1}',
    )
  })
})
