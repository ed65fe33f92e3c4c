import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { mappedStays } from '../../connector-kit/testing/mapped-stays.ts'
import { EssentialMissing } from '../../connector-kit/tolerance/essentials.ts'
import { channelSource, reservationCodeOf, toStay } from './map-reservation.ts'
import { VendorReservation, type VendorReservation as Booking } from './vendor.ts'

const usd = (amount: number | string, currency = 'USD') => ({ amount, currency })
const line = (type: string, amount: number, description: string | null = null, currency = 'USD') => ({
  ...{ type, description, amount, currency },
})
const base = {
  reservation_code: '0-123-abc',
  stay_code: '0-123-abc',
  channel_id: 'HM1',
  property_id: 31,
  channel_type: 'airbnb',
  custom_channel: { name: 'Booking.com' },
  status: 'accepted',
  check_in_date: '2027-06-01',
  check_out_date: '2027-06-05',
  check_in_details: { arrival_at: { hour: 16, minute: 5 }, departure_at: '11:00' },
  booked_at: '2027-01-02T03:04:05Z',
  created_at: '2027-01-01T00:00:00Z',
  cancelled_at: '2027-02-02T00:00:00Z',
  number_of_guests: 4,
  number_of_adults: 2,
  number_of_children: 1,
  number_of_infants: 1,
  number_of_pets: 0,
  guest_name: 'Ada Berg',
  guest_email: null,
  guest_phone: ' ',
  guests: [
    { id: 4, name: 'Bo Berg', email: 'bo@example.com', phone: '+1 1', country: 'CA', is_booker: false },
    { id: 5, name: 'Ada B', email: 'ada@example.com', phone: '+1 2', country: 'US', is_booker: true },
  ],
  rates: {
    rate: usd(700),
    total_rate: usd(1400),
    commission: usd(90),
    tax: usd(40),
    details: [
      line('ACCOMMODATION', 500, 'Nights'),
      line('accommodation', 100),
      line('HOST_SERVICE_FEE', -90),
      line('CLEANING_FEE', 120, 'Cleaning'),
      line('WEEKLY_DISCOUNT', -60, 'Week'),
      line('CITY_TAX', 40),
      line('CLEANING_FEE', 99, 'In euro', 'EUR'),
    ],
  },
  payment: { status: 'partial' },
}
const at = (home: string | null) => mappedStays<Booking>(VendorReservation, base, (row) => toStay(row, home))
const { reservation } = at('from the channel')

describe('a reservation of Hostex', () => {
  it('is mapped as a whole', () => {
    assert.deepEqual(reservation(), {
      kind: 'reservation',
      externalId: '0-123-abc',
      listingExternalId: '31',
      confirmationCode: 'HM1',
      source: 'airbnb',
      status: 'confirmed',
      sourceStatus: 'accepted',
      checkIn: '2027-06-01',
      checkOut: '2027-06-05',
      checkInTime: '16:05',
      checkOutTime: '11:00',
      bookedAt: '2027-01-02T03:04:05Z',
      totalPrice: '700',
      currency: 'USD',
      paymentStatus: 'partially_paid',
      occupancy: { adults: 2, children: 1, infants: 1, pets: 0, total: 4 },
      guest: {
        ...{ externalId: '5', firstName: 'Ada', lastName: 'Berg', email: 'ada@example.com' },
        ...{ phone: '+1 2', country: 'US' },
      },
      financials: {
        host: {
          accommodation: '600',
          discounts: [{ amount: '-60', name: 'Week', type: 'WEEKLY_DISCOUNT' }],
          hostFees: [{ amount: '90', name: 'Commission' }],
        },
        guest: {
          totalPrice: '700',
          fees: [{ amount: '120', name: 'Cleaning', type: 'CLEANING_FEE' }],
          taxes: [{ amount: '40', type: 'CITY_TAX' }],
        },
      },
    })
  })

  it('has what is told of it and no more', () => {
    const { reservation_code, check_in_date, check_out_date } = base
    const told = { reservation_code, check_in_date, check_out_date }
    const { reservation: bare } = mappedStays<Booking>(VendorReservation, told, (row) => toStay(row, '31'))
    assert.deepEqual(bare(), {
      ...{ kind: 'reservation', externalId: reservation_code, listingExternalId: '31' },
      ...{ confirmationCode: reservation_code, source: 'other', status: 'pending', sourceStatus: 'unknown' },
      ...{ checkIn: check_in_date, checkOut: check_out_date, checkInTime: null, checkOutTime: null },
      ...{ bookedAt: null, totalPrice: null, currency: null },
    })
    assert.equal(reservation({ booked_at: null }).bookedAt, '2027-01-01T00:00:00Z')
  })

  it('stands in its property, or in the home that its channel listing tells', () => {
    assert.equal(reservation({ property_id: 0 }).listingExternalId, 'from the channel')
    assert.throws(() => at(null).reservation({ property_id: null }), EssentialMissing)
  })

  it('is what its status says, and holds its nights with a word that nobody knows', () => {
    const meaning = (status: string) => {
      const { status: is, statusDetail, pendingReason } = reservation({ status })
      return String([is, statusDetail ?? pendingReason])
    }
    assert.deepEqual(
      ['wait_accept', 'wait_pay', 'accepted', 'cancelled', 'denied', 'timeout', 'new'].map(meaning),
      [
        ...['pending,host_approval', 'pending,guest_payment', 'confirmed,', 'cancelled,'],
        ...['cancelled,declined', 'cancelled,request_expired', 'pending,'],
      ],
    )
    assert.equal(reservation({ status: 'cancelled' }).cancelledAt, '2027-02-02T00:00:00Z')
    assert.equal('cancelledAt' in reservation(), false)
  })

  it('names who sold it', () => {
    assert.deepEqual([' Airbnb ', 'booking.com', 'VRBO', 'booking_site', 'agoda', null].map(channelSource), [
      ...['airbnb', 'booking.com', 'vrbo', 'website', 'other', 'other'],
    ])
    const byHand = (name: string | null) =>
      reservation({ channel_type: ' Hostex_Direct ', custom_channel: { name } }).source
    assert.deepEqual(
      [byHand('Booking.com'), byHand('Phone'), byHand(null)],
      [...['booking.com', 'direct', 'direct']],
    )
    assert.equal(reservation({ channel_type: 'agoda' }).source, 'other')
  })

  it('that has several stays costs each its part', () => {
    const stay = { stay_code: '0-123_1-abc' }
    const without = { ...base.rates, rate: null }
    assert.equal(reservation({ ...stay, rates: without }).totalPrice, null)
    assert.equal(reservation({ ...stay, rates: base.rates }).totalPrice, '700')
    assert.equal(reservation({ rates: without }).totalPrice, '1400')
    assert.equal(reservation({ rates: { ...without, rate: { amount: null } } }).totalPrice, '1400')
    assert.equal(reservation(stay).externalId, '0-123_1-abc')
    assert.deepEqual(['0-123_1-abc', '0-123_12', '0-123-abc', '0-1_2x-abc'].map(reservationCodeOf), [
      '0-123-abc',
      '0-123',
      '0-123-abc',
      '0-1_2x-abc',
    ])
  })

  it('is paid as far as the vendor says', () => {
    const paid = (status: string) => reservation({ payment: { status } }).paymentStatus
    assert.deepEqual(['unreceived', 'partial', 'received', 'over_received', 'lost'].map(paid), [
      ...['pending', 'partially_paid', 'paid', 'paid', undefined],
    ])
  })

  it('counts its guests only where somebody counted them', () => {
    const party = (fields: object) => reservation(fields).occupancy
    assert.equal(party({ number_of_guests: 0, number_of_adults: 0 }), undefined)
    assert.equal(party({ number_of_guests: null, number_of_adults: 2 })?.adults, 2)
    assert.equal(party({ number_of_guests: 3, number_of_adults: null })?.total, 3)
  })

  it('is its booker’s, or the first guest’s', () => {
    const [bo] = base.guests
    const own = { guest_name: null, guest_email: 'own@example.com', guest_phone: '+1 9' }
    assert.deepEqual(reservation({ ...own, guests: [bo] }).guest, {
      ...{ externalId: '4', firstName: 'Bo', lastName: 'Berg', email: 'own@example.com', phone: '+1 9' },
      country: 'CA',
    })
    assert.deepEqual(reservation({ guests: [], guest_email: 'own@example.com' }).guest, {
      ...{ firstName: 'Ada', lastName: 'Berg', email: 'own@example.com', phone: null, country: null },
    })
    assert.equal('guest' in reservation({ guests: [], guest_name: ' ' }), false)
  })

  it('reads times as hours, as texts, or not at all', () => {
    const time = (arrival_at: unknown) => reservation({ check_in_details: { arrival_at } }).checkInTime
    assert.deepEqual(
      [{ hour: 9 }, { hour: 9, minute: null }, '2027-06-01 14:30:00', 'late', null].map(time),
      [...['09:00', '09:00', '14:30', null, null]],
    )
  })

  it('sorts the lines of its price, and takes single amounts where lines are missing', () => {
    const { financials } = reservation({
      rates: {
        ...{ rate: usd(700), commission: usd(0), tax: usd(12) },
        details: [
          line('OTA_COMMISSION', -80),
          line('GIFT', 5),
          { type: null, description: 'Odd', amount: 3, currency: 'USD' },
          { type: 'GIFT', description: null, amount: null, currency: 'USD' },
        ],
      },
    })
    assert.deepEqual(financials, {
      host: { hostFees: [{ amount: '-80', type: 'OTA_COMMISSION' }] },
      guest: {
        totalPrice: '700',
        fees: [
          { amount: '5', type: 'GIFT' },
          { amount: '3', name: 'Odd' },
        ],
        taxes: [{ amount: '12', name: 'Tax' }],
      },
    })
  })
})
