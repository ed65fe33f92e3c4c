import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sourceOf } from './channels.ts'
import { toCalendarDays } from './calendar.ts'
import { toListing } from './listings.ts'
import { toStay } from './map-reservation.ts'
import { toMessage } from './conversations.ts'
import { toReview } from './reviews.ts'
import type { VendorBooking } from './vendor.ts'

const booking: VendorBooking = {
  id: 9400001,
  property_id: 310001,
  status: 'active',
  type: 'booking',
  is_block: false,
  arrival: '2026-05-01',
  departure: '2026-05-05',
  check_in: '15:00',
  listing_site: 'Vrbo',
  total_amount: 211.62,
  total_host_fees: 0,
  currency_code: 'USD',
  charges: [
    { type: 'rent', amount: 150.1 },
    { type: 'rent', amount: 0.2 },
    { type: 'surcharge', amount: 40, description: 'Cleaning' },
    { type: 'tax', amount: 21.32, description: 'Tax' },
    { type: 'mystery', amount: 99 },
  ],
  guest: {
    id: 5,
    first_name: 'Ann',
    last_name: '',
    phones: [
      { number: '1', is_default: false },
      { number: '2', is_default: true },
    ],
  },
  created_utc: '2026-04-01T10:00:00.1234567Z',
}

const reservation = (changed: Partial<VendorBooking> = {}) => {
  const stay = toStay({ ...booking, ...changed })
  assert.equal(stay.kind, 'reservation')
  return stay.kind === 'reservation' ? stay : assert.fail()
}

describe('OwnerRez bookings', () => {
  it('keep dates, exact money and the chosen phone', () => {
    const stay = reservation()
    assert.deepEqual(
      [stay.checkIn, stay.checkOut, stay.checkInTime, stay.checkOutTime],
      ['2026-05-01', '2026-05-05', '15:00', null],
    )
    assert.deepEqual([stay.totalPrice, stay.currency, stay.source], ['211.62', 'USD', 'vrbo'])
    assert.deepEqual(stay.financials, {
      host: { accommodation: '150.3' },
      guest: {
        totalPrice: '211.62',
        fees: [{ amount: '40', name: 'Cleaning' }],
        taxes: [{ amount: '21.32', name: 'Tax' }],
      },
    })
    assert.deepEqual([stay.guest?.externalId, stay.guest?.phone, stay.guest?.lastName], ['5', '2', null])
    assert.equal(stay.bookedAt, '2026-04-01T10:00:00.123456Z')
  })

  it('that are blocks or holds are never stays', () => {
    for (const changed of [
      { is_block: true },
      { is_block: true, status: 'pending' },
      { is_block: null, type: 'block' },
      { is_block: true, status: 'canceled' },
    ]) {
      assert.equal(toStay({ ...booking, ...changed }).kind, 'block')
    }
  })

  it('have a status that is known, or hold their nights', () => {
    assert.equal(reservation({ status: 'pending' }).status, 'pending')
    assert.equal(
      reservation({ status: 'canceled', canceled_utc: '2026-04-02T00:00:00Z' }).status,
      'cancelled',
    )
    for (const status of ['teleported', 'toString', '', 'Active']) {
      assert.equal(reservation({ status }).status, 'pending')
    }
    assert.throws(() => toStay({ ...booking, arrival: null }), /without arrival/)
  })

  it('name their channel in words for people', () => {
    const sites = ['Airbnb', 'HomeAway', 'Booking.com', 'My Website', 'Houfy', '', null]
    assert.deepEqual(sites.map(sourceOf), [
      'airbnb',
      'vrbo',
      'booking.com',
      'website',
      'other',
      'direct',
      'direct',
    ])
  })
})

describe('OwnerRez properties and the rest', () => {
  it('sell only the nights that are called available', () => {
    const days = toCalendarDays(
      [
        { date: '2026-05-01', status: 'available', rate: { amount: 80.5 }, rules: { min_nights: 2 } },
        { date: '2026-05-02', status: 'gap' },
        { date: '2026-05-04', status: 'available', rules: { is_stay_disallowed: true } },
        { date: '2026-05-05', status: 'available', rules: { is_stay_disallowed: 'perhaps' } },
      ],
      '2026-05-01',
      '2026-05-05',
    )
    assert.deepEqual(
      days.map(({ date, available }) => [date, available]),
      [
        ['2026-05-01', true],
        ['2026-05-02', false],
        ['2026-05-03', false],
        ['2026-05-04', false],
        ['2026-05-05', false],
      ],
    )
    assert.deepEqual([days[0]?.price, days[0]?.minNights, days[2]?.price], ['80.5', 2, null])
  })

  it('have a time zone only where it is one, and texts only where the account has them', () => {
    const row = { id: 7, name: 'Mill', time_zone: 'Eastern Standard Time' }
    assert.ok(!('timeZone' in toListing(row, undefined)))
    assert.ok(!('content' in toListing(row, undefined)))
    assert.equal(toListing({ ...row, time_zone: 'America/New_York' }, undefined).timeZone, 'America/New_York')
    assert.equal(toListing(row, { headline: 'Sleeps 4' }).content?.summary, 'Sleeps 4')
  })

  it('refuse a message without direction or time, and a rating out of scale', () => {
    const message = { id: 1, body: 'Hi', direction: 'incoming', sent_utc: '2026-05-01T10:00:00Z' }
    assert.equal(toMessage(message, '5')?.direction, 'inbound')
    assert.equal(toMessage({ ...message, is_draft: true }, '5'), undefined)
    assert.throws(() => toMessage({ ...message, direction: 'sideways' }, '5'))
    assert.throws(() => toMessage({ ...message, sent_utc: null }, '5'))
    assert.deepEqual(
      [toReview({ id: 1, rating: 4 }).rating, toReview({ id: 1, rating: 9 }).rating],
      ['4', null],
    )
  })
})
