import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { ReservationRecord } from '../../contract/records.ts'
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
  'check-out': 'late',
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
      checkOutTime: null,
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
    for (const type of ['inquiry', 'toString', '', null]) assert.equal(stay({ type }).status, 'pending')
  })

  it('are blocks by their flag, in any form, and by their channel, whatever their type', () => {
    for (const fields of [
      { 'is-blocked-booking': true },
      { 'is-blocked-booking': 1 },
      { channel: { name: 'Blocked Channel' } },
      { 'is-blocked-booking': true, type: 'teleported' },
    ]) {
      assert.equal(toStay({ ...row, ...fields }).kind, 'block', JSON.stringify(fields))
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
    const nothing = { firstname: '', lastname: null, email: '', phone: null, priceElements: [] }
    const record = stay({ ...nothing, 'guest-name': '', adults: 0, children: 0, price: null })
    assert.deepEqual([record.guest, record.occupancy, record.currency], [undefined, undefined, null])
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
    assert.equal(stay({ 'price-paid': 'Yes' }).paymentStatus, 'paid')
    assert.equal(stay({ prepayment: 50, 'prepayment-paid': 'Yes' }).paymentStatus, 'partially_paid')
    assert.equal(stay({ prepayment: 0, 'prepayment-paid': 'Yes' }).paymentStatus, 'pending')
    assert.equal(stay({ 'price-paid': null }).paymentStatus, null)
    assert.equal(stay({ 'price-paid': true }).paymentStatus, 'paid')
    assert.equal(stay({ 'price-paid': false }).paymentStatus, 'pending')
  })

  it('with impossible dates are refused', () => {
    assert.throws(() => stay({ arrival: '2026-02-30' }))
    assert.throws(() => stay({ departure: '2026-05-01' }), /before arriving/)
    assert.throws(() => stay({ arrival: '' }), /without dates/)
  })
})
