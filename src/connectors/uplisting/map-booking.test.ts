import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { mappedStays } from '../../connector-kit/testing/mapped-stays.ts'
import { toStay } from './map-booking.ts'
import { VendorBooking } from './vendor.ts'

const base = {
  id: 90210,
  property_id: '45',
  status: 'confirmed',
  channel: 'airbnb',
  source: null,
  check_in: '2027-05-01',
  check_out: '2027-05-04',
  arrival_time: '16:00',
  departure_time: '10:30',
  booked_at: '2027-01-02T03:04:05Z',
  created_at: '2027-01-01T00:00:00Z',
  currency: 'GBP',
  external_reservation_id: 'HMABC',
  confirmation_code: 'UP-1',
  number_of_guests: 3,
  guest_name: 'Ada van  Berg',
  guest_email: 'ada@example.com',
  guest_phone: ' ',
  accomodation_total: 300,
  cleaning_fee: '50.00',
  extra_guest_charges: 20,
  extra_charges: 5,
  booking_taxes: 37.5,
  discounts: 0,
  commission: 45,
  commission_vat: 9,
  payment_processing_fee: 6.2,
  total_payout: 352.3,
}
const { reservation } = mappedStays(VendorBooking, base, toStay)

describe('an Uplisting booking', () => {
  it('is mapped as a whole', () => {
    assert.deepEqual(reservation(), {
      kind: 'reservation',
      externalId: '90210',
      listingExternalId: '45',
      confirmationCode: 'HMABC',
      source: 'airbnb',
      status: 'confirmed',
      sourceStatus: 'confirmed',
      checkIn: '2027-05-01',
      checkOut: '2027-05-04',
      checkInTime: '16:00',
      checkOutTime: '10:30',
      bookedAt: '2027-01-02T03:04:05Z',
      currency: 'GBP',
      totalPrice: '412.5',
      occupancy: { adults: null, children: null, infants: null, pets: null, total: 3 },
      financials: {
        host: {
          accommodation: '300',
          hostFees: [
            { amount: '45', name: 'Commission' },
            { amount: '9', name: 'VAT on commission' },
            { amount: '6.2', name: 'Payment processing' },
          ],
          revenue: '352.3',
        },
        guest: {
          totalPrice: '412.5',
          fees: [
            { amount: '50.00', name: 'Cleaning fee' },
            { amount: '20', name: 'Extra guests' },
            { amount: '5', name: 'Extra charges' },
          ],
          taxes: [{ amount: '37.5', name: 'Taxes' }],
        },
      },
      guest: { firstName: 'Ada', lastName: 'van Berg', email: 'ada@example.com', phone: null },
    })
  })

  it('costs what the vendor says, or the sum of its parts while no discount is among them', () => {
    const costs = (fields: object) => reservation(fields).totalPrice
    assert.equal(costs({ gross_revenue: 410, total_price: 400 }), '410')
    assert.equal(costs({ gross_revenue: 0, total_price: 400 }), '400')
    assert.equal(costs({ discounts: 10 }), null)
    assert.equal(costs({ discounts: 10, total_price: 402.5 }), '402.5')
    assert.equal(costs({ accomodation_total: null }), null)
    assert.equal(costs({ accomodation_total: null, accommodation_total: 200 }), '312.5')
    assert.equal(costs({ cleaning_fee: null, extra_charges: null }), '357.5')
    assert.deepEqual(reservation({ discounts: -10 }).financials?.host?.discounts, [
      { amount: '-10', name: 'Discounts' },
    ])
  })

  it('has what is told of it and no more', () => {
    const { id, property_id, check_in, check_out } = base
    const bare = mappedStays(VendorBooking, { id, property_id, check_in, check_out }, toStay).reservation()
    assert.deepEqual(bare, {
      ...{ kind: 'reservation', externalId: '90210', listingExternalId: '45', confirmationCode: '90210' },
      ...{ source: null, status: 'pending', sourceStatus: 'unknown', checkIn: check_in, checkOut: check_out },
      ...{ checkInTime: null, checkOutTime: null, bookedAt: null, currency: null, totalPrice: null },
      occupancy: { adults: null, children: null, infants: null, pets: null, total: null },
    })
    assert.equal(reservation({ booked_at: null }).bookedAt, '2027-01-01T00:00:00Z')
  })

  it('is what its status says, and holds its nights with a word that nobody knows', () => {
    const words = ['confirmed', 'Needs_Check_In', 'checked_in', 'needs_check_out', ' checked_out ']
    const statusOf = (status: string) => reservation({ status }).status
    assert.deepEqual(new Set(words.map(statusOf)), new Set(['confirmed']))
    assert.deepEqual(['pending', 'cancelled', 'Canceled', 'on_hold'].map(statusOf), [
      ...['pending', 'cancelled', 'cancelled', 'pending'],
    ])
  })

  it('has the first code that is one', () => {
    const code = (external_reservation_id: unknown, confirmation_code: unknown) =>
      reservation({ external_reservation_id, confirmation_code }).confirmationCode
    assert.deepEqual(
      [code('HM1', 'UP'), code('0', 'UP'), code(null, 'UP'), code(0, null), code(' ', ' ')],
      ['HM1', 'UP', 'UP', '90210', '90210'],
    )
  })

  it('names who sold it', () => {
    const sold = (channel: string | null, source: string | null = null, direct: boolean | null = null) =>
      reservation({ channel, source, direct }).source
    assert.deepEqual(
      [sold('booking_dot_com'), sold('Booking_DOT_com'), sold('home_away'), sold('partner', 'Vrbo')],
      ['booking.com', 'booking.com', 'vrbo', 'vrbo'],
    )
    assert.deepEqual(
      [
        sold('Uplisting'),
        sold('direct'),
        sold(null, 'website'),
        sold('partner', null, true),
        sold('partner'),
      ],
      ['direct', 'direct', 'direct', 'direct', 'other'],
    )
    assert.deepEqual(
      [sold(null), sold('partner', 'uplisting'), sold('partner', null, false)],
      [...[null, 'other', 'other']],
    )
  })
})
