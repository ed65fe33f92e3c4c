import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { mappedStays } from '../../connector-kit/testing/mapped-stays.ts'
import { sourceNamed, toStay } from './map-reservation.ts'
import { VendorBooking } from './vendor.ts'

const base = {
  id: 812,
  links: { rental: 31, source: 4 },
  status: 'Booked',
  booked: true,
  unavailable: false,
  start_at: '2027-06-01T16:00:00Z',
  end_at: '2027-06-05T10:00:00Z',
  created_at: '2027-01-02T03:04:05Z',
  tentative_expires_at: '2027-01-03T00:00:00Z',
  canceled_at: '2027-02-03T04:05:06Z',
  reference: '00812A',
  external_reference: 'HM1',
  currency: 'EUR',
  adults: 2,
  children: 1,
  initial_rental_price: '600.0',
  final_rental_price: '540.0',
  final_price: '640.0',
  commission: '60.0',
  paid_amount: '200.0',
  payment_left_to_collect: '440.0',
  source: { name: 'Airbnb' },
  client: {
    ...{ id: 9, firstname: 'Ada', lastname: 'Berg', preferred_locale: 'en' },
    emails: [{ email: 'ada@example.com', primary: true }],
    phones: [{ number: '+33 1', primary: true }],
    addresses: [{ country_code: 'FR', primary: true }],
  },
  bookings_fees: [
    { name: { en: 'Cleaning' }, price: '60.0', times_booked: 1, included_in_price: true },
    { name: { fr: 'Draps' }, price: '12.5', times_booked: 2, included_in_price: null },
    { name: 'Deposit', price: '300.0', times_booked: 1, included_in_price: false },
    { name: null, price: '5.0', times_booked: null },
    { name: 'Typing error', price: '1.0', times_booked: 10_001 },
  ],
  bookings_taxes: [
    { name: { en: 'Tourist tax' }, amount: '10.0', tax_included_in_price: false },
    { name: { en: 'VAT' }, amount: '50.0', tax_included_in_price: true },
    { name: null, amount: '1.0', tax_included_in_price: null },
  ],
}
const { stay, reservation } = mappedStays(VendorBooking, base, toStay)

describe('a booking of BookingSync', () => {
  it('is mapped as a whole', () => {
    assert.deepEqual(reservation(), {
      kind: 'reservation',
      externalId: '812',
      listingExternalId: '31',
      confirmationCode: 'HM1',
      source: 'airbnb',
      status: 'confirmed',
      sourceStatus: 'Booked',
      checkIn: '2027-06-01',
      checkOut: '2027-06-05',
      checkInTime: '16:00',
      checkOutTime: '10:00',
      bookedAt: '2027-01-02T03:04:05Z',
      totalPrice: '640.0',
      currency: 'EUR',
      paymentStatus: 'partially_paid',
      occupancy: { adults: 2, children: 1, infants: null, pets: null, total: null },
      guest: {
        ...{ externalId: '9', firstName: 'Ada', lastName: 'Berg', email: 'ada@example.com', phone: '+33 1' },
        ...{ language: 'en', country: 'FR' },
      },
      financials: {
        host: {
          accommodation: '600.0',
          discounts: [{ amount: '-60', name: 'Discount' }],
          hostFees: [{ amount: '60.0', name: 'Commission' }],
        },
        guest: {
          totalPrice: '640.0',
          fees: [{ amount: '60', name: 'Cleaning' }, { amount: '25', name: 'Draps' }, { amount: '5' }],
          taxes: [{ amount: '10.0', name: 'Tourist tax' }, { amount: '1.0' }],
        },
      },
    })
  })

  it('has what is told of it and no more', () => {
    const { id, start_at, end_at } = base
    const told = mappedStays(VendorBooking, { id, links: { rental: 31 }, start_at, end_at }, toStay)
    assert.deepEqual(told.reservation(), {
      ...{ kind: 'reservation', externalId: '812', listingExternalId: '31', confirmationCode: '812' },
      ...{ source: 'direct', status: 'pending', sourceStatus: 'unknown', respondBy: null },
      ...{ checkIn: '2027-06-01', checkOut: '2027-06-05', checkInTime: '16:00', checkOutTime: '10:00' },
      ...{ bookedAt: null, totalPrice: null, currency: null },
    })
    assert.equal(reservation({ external_reference: ' ' }).confirmationCode, '00812A')
    assert.equal(reservation({ start_at: '2027-06-01T00:00:00Z' }).checkInTime, null)
  })

  it('is what its status says, and holds its nights with a word that nobody knows', () => {
    const statusOf = (status: string, fields: object = {}) => reservation({ status, ...fields }).status
    assert.deepEqual(
      ['Booked', 'Tentative', 'Canceled', 'Overdue'].map((word) => statusOf(word)),
      [...['confirmed', 'pending', 'cancelled', 'pending']],
    )
    assert.deepEqual(
      [true, false, null].map((booked) => statusOf('Locked', { booked })),
      ['confirmed', 'pending', 'pending'],
    )
    const [asked, cancelled] = [reservation({ status: 'Tentative' }), reservation({ status: 'Canceled' })]
    assert.deepEqual([asked.respondBy, 'cancelledAt' in asked], ['2027-01-03T00:00:00Z', false])
    assert.deepEqual([cancelled.cancelledAt, 'respondBy' in cancelled], ['2027-02-03T04:05:06Z', false])
    assert.deepEqual(['respondBy' in reservation(), 'cancelledAt' in reservation()], [false, false])
  })

  it('that is an unavailable period is a block', () => {
    const block = { kind: 'block', externalId: '812', listingExternalId: '31' }
    assert.deepEqual(stay({ unavailable: true }), { ...block, sourceStatus: 'Booked' })
    assert.deepEqual(stay({ status: 'Unavailable' }), { ...block, sourceStatus: 'Unavailable' })
    assert.deepEqual(stay({ unavailable: true, status: null }), { ...block, sourceStatus: 'unknown' })
  })

  it('names who sold it, as the account calls it', () => {
    assert.deepEqual(
      ['Booking.com', 'Our Website', 'Mon site web', 'Web Site', 'Page web', 'Interhome'].map(sourceNamed),
      ['booking.com', 'website', 'website', 'website', 'website', 'other'],
    )
    assert.deepEqual(
      ['Direct', 'phone call', 'E-mail', 'email', 'Walk in', 'walkin', 'Manual', 'Telephone'].map(
        sourceNamed,
      ),
      ['direct', 'direct', 'direct', 'direct', 'direct', 'direct', 'direct', 'other'],
    )
    const links = (source: unknown) => reservation({ source: null, links: { rental: 31, source } }).source
    assert.deepEqual([links(4), links(null), links(undefined)], ['other', 'direct', 'direct'])
  })

  it('is paid as far as its amounts say', () => {
    const paid = (paid_amount: unknown, payment_left_to_collect: unknown, final_price: unknown = '640.0') =>
      reservation({ paid_amount, payment_left_to_collect, final_price }).paymentStatus
    assert.deepEqual(
      [paid('640', '0.0'), paid('700', '-60'), paid('640.00', null), paid('200', '440'), paid('0.0', '640')],
      ['paid', 'paid', 'paid', 'partially_paid', 'pending'],
    )
    assert.deepEqual(
      [paid('0', '0', '0.0'), paid(null, '640'), paid('1', '0', null)],
      [...[undefined, undefined, undefined]],
    )
  })

  it('has a discount only where its rent has two different prices', () => {
    const host = (initial_rental_price: unknown, final_rental_price: unknown) => {
      const { financials } = reservation({ initial_rental_price, final_rental_price })
      return [financials?.host?.accommodation, financials?.host?.discounts?.[0]?.amount]
    }
    assert.deepEqual(host('600', '600.0'), ['600', undefined])
    assert.deepEqual(host(null, '540'), ['540', undefined])
    assert.deepEqual(host('600', null), ['600', undefined])
  })

  it('leaves out a fee whose price or number it cannot read', () => {
    const fees = (fee: object) => reservation({ bookings_fees: [fee] }).financials?.guest?.fees
    assert.equal(fees({ name: 'Sheets', price: 'free', times_booked: 1 }), undefined)
    assert.deepEqual(fees({ name: 'Sheets', price: '5', times_booked: 'twice' }), [
      { amount: '5', name: 'Sheets' },
    ])
    const most = fees({ name: 'Sheets', price: '1', times_booked: 10_000 })
    assert.deepEqual(most, [{ amount: '10000', name: 'Sheets' }])
    const taxes = [{ name: 'Tax', amount: 'none' }]
    assert.equal(reservation({ bookings_taxes: taxes }).financials?.guest?.taxes, undefined)
  })
})
