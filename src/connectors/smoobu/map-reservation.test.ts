import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { ReservationRecord } from '../../contract/records.ts'
import { collectUnread } from '../../connector-kit/tolerance/unread-fields.ts'
import { recordChecks } from '../../connector-kit/validate.ts'
import { toStay } from './map-reservation.ts'
import type { VendorReservation } from './vendor.ts'

const row: VendorReservation = {
  id: 52700001,
  'reference-id': 'HMABC12345',
  type: 'reservation',
  arrival: '2026-06-01',
  departure: '2026-06-05',
  'created-at': '2026-01-03 13:51',
  modifiedAt: '2026-01-04 08:00',
  apartment: { id: 398101 },
  channel: { name: 'Airbnb' },
  'guest-name': 'Jo Anne Doe',
  firstname: 'Jo Anne',
  lastname: 'Doe',
  email: 'jo@example.com',
  phone: '',
  language: 'en',
  guestId: 9140001,
  adults: 2,
  children: 0,
  'check-in': '15:00',
  'check-out': '11:00',
  price: 432.1,
  'price-paid': 'No',
  'commission-included': 66.98,
  'is-blocked-booking': false,
  priceElements: [
    { type: 'basePrice', name: 'Base price', amount: 400, quantity: null, currencyCode: 'EUR' },
    { type: 'cleaningFee', name: 'Cleaning fee', amount: 52.1, quantity: 1, currencyCode: 'EUR' },
    { type: 'coupon', name: 'Spring', amount: -20, quantity: null, currencyCode: 'EUR' },
  ],
}

function stay(fields: Partial<VendorReservation> = {}): ReservationRecord {
  const record = toStay({ ...row, ...fields })
  assert.equal(recordChecks.stay.problem(record), null)
  assert.ok(record.kind === 'reservation')
  return record
}

describe('Smoobu bookings', () => {
  it('are mapped as a whole', () => {
    assert.deepEqual(stay(), {
      kind: 'reservation',
      externalId: '52700001',
      listingExternalId: '398101',
      confirmationCode: 'HMABC12345',
      source: 'airbnb',
      status: 'confirmed',
      checkIn: '2026-06-01',
      checkOut: '2026-06-05',
      checkInTime: '15:00',
      checkOutTime: '11:00',
      bookedAt: '2026-01-03T13:51:00Z',
      totalPrice: '432.1',
      currency: 'EUR',
      paymentStatus: 'pending',
      occupancy: { adults: 2, children: 0, infants: null, pets: null, total: null },
      guest: {
        externalId: '9140001',
        firstName: 'Jo Anne',
        lastName: 'Doe',
        email: 'jo@example.com',
        phone: null,
        language: 'en',
      },
      financials: {
        host: {
          accommodation: '400',
          discounts: [{ amount: '-20', name: 'Spring', type: 'coupon' }],
          hostFees: [{ amount: '66.98', name: 'Commission', type: 'commission' }],
        },
        guest: {
          totalPrice: '432.1',
          fees: [{ amount: '52.1', name: 'Cleaning fee', type: 'cleaningFee', quantity: 1 }],
        },
      },
      sourceStatus: 'reservation',
    })
  })

  it('are confirmed or cancelled by their type, or hold their nights', () => {
    assert.equal(stay({ type: 'modification of booking' }).status, 'confirmed')
    assert.equal(stay({ type: 'cancellation' }).status, 'cancelled')
    for (const type of ['inquiry', 'toString', '', null]) {
      const { result, unread } = collectUnread({ type }, () => stay({ type }))
      assert.deepEqual([result.status, unread.map(({ field }) => field)], ['pending', ['type']])
    }
    assert.equal(stay({ type: null }).sourceStatus, 'unknown')
  })

  it('have no time of day that cannot be read, and it is noted', () => {
    const late = { 'check-in': 'noon', 'check-out': 'late' }
    const { result, unread } = collectUnread(late, () => stay(late))
    assert.deepEqual([result.checkInTime, result.checkOutTime], [null, null])
    assert.deepEqual(
      unread.map(({ field }) => field),
      ['check-in', 'check-out'],
    )
  })

  it('are blocks by their flag, in any form, and by their channel, whatever their type', () => {
    for (const fields of [
      { 'is-blocked-booking': true },
      { 'is-blocked-booking': 1 },
      { channel: { name: 'Blocked Channel' } },
      { 'is-blocked-booking': true, type: 'teleported' },
      { type: 'block', channel: null },
      { 'is-blocked-booking': true, type: null },
    ]) {
      const sourceStatus = 'type' in fields ? (fields.type ?? 'unknown') : 'reservation'
      const block = { kind: 'block', externalId: '52700001', listingExternalId: '398101', sourceStatus }
      assert.deepEqual(toStay({ ...row, ...fields }), block, JSON.stringify(fields))
    }
    assert.equal(toStay({ ...row, 'is-blocked-booking': 0 }).kind, 'reservation')
  })

  it('come from a channel by its name', () => {
    const from = (name: string) => stay({ channel: { name } }).source
    assert.deepEqual(
      ['Booking.com', 'HomeAway', 'Vrbo', 'Homepage', 'Direct booking', 'Expedia', 'My office'].map(from),
      ['booking.com', 'vrbo', 'vrbo', 'website', 'direct', 'other', 'other'],
    )
    assert.equal(stay({ channel: null }).source, 'other')
  })

  it('of feeds tell of nobody and of no money', () => {
    const nothing = {
      ...{ firstname: '', lastname: null, email: '', phone: null },
      ...{ price: null, 'commission-included': null, priceElements: [] },
    }
    const record = stay({ ...nothing, 'guest-name': '', adults: 0, children: 0 })
    assert.deepEqual([record.totalPrice, record.currency], [null, null])
    for (const side of ['guest', 'occupancy', 'financials']) assert.equal(side in record, false, side)
    assert.equal(stay({ ...nothing, 'guest-name': 'Jo Anne Doe' }).guest?.lastName, 'Anne Doe')
    assert.equal(stay({ 'reference-id': null }).confirmationCode, '52700001')
    assert.ok(!('externalId' in (stay({ guestId: null }).guest ?? {})))
  })

  it('name their guest in two fields, of which one may be empty, else in one', () => {
    const named = (firstname: string, lastname: string) => {
      const { guest } = stay({ firstname, lastname, 'guest-name': 'Somebody Else' })
      return [guest?.firstName, guest?.lastName]
    }
    assert.deepEqual(named('Jo', ''), ['Jo', null])
    assert.deepEqual(named('', 'Doe'), [null, 'Doe'])
    assert.deepEqual(named('', ''), ['Somebody', 'Else'])
  })

  it('claim no currency when their parts name several, and add up no quantities', () => {
    const [base, fee] = row.priceElements ?? []
    assert.ok(base && fee)
    assert.equal(stay({ priceElements: [base, { ...fee, currencyCode: 'CHF' }] }).currency, null)
    assert.equal(stay({ priceElements: [base, { ...fee, currencyCode: null }] }).currency, null)
    const counted = stay({ priceElements: [{ ...base, quantity: 4 }] })
    assert.equal(counted.financials?.host?.accommodation, undefined)
  })

  it('are paid, begun or pending as they say', () => {
    const cases: [Partial<VendorReservation>, string | null][] = [
      [{ 'price-paid': 'Yes' }, 'paid'],
      [{ 'price-paid': true }, 'paid'],
      [{ 'price-paid': 'No' }, 'pending'],
      [{ 'price-paid': false }, 'pending'],
      [{ 'price-paid': null }, null],
      [{ prepayment: 50, 'prepayment-paid': 'Yes' }, 'partially_paid'],
      [{ prepayment: 50, 'prepayment-paid': 'Yes', 'price-paid': null }, 'partially_paid'],
      [{ prepayment: 50, 'prepayment-paid': 'Yes', 'price-paid': 'Yes' }, 'paid'],
      [{ prepayment: 50, 'prepayment-paid': 'No' }, 'pending'],
      [{ prepayment: 0, 'prepayment-paid': 'Yes' }, 'pending'],
    ]
    for (const [fields, status] of cases)
      assert.equal(stay(fields).paymentStatus, status, JSON.stringify(fields))
  })

  it('with impossible dates are refused', () => {
    assert.throws(() => stay({ arrival: '2026-02-30' }))
    assert.throws(() => stay({ departure: '2026-05-01' }), /before arriving/)
    assert.throws(() => stay({ arrival: '' }), /without dates/)
  })
})
