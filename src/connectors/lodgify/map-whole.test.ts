import assert from 'node:assert/strict'
import { it } from 'node:test'
import { toStay } from './map-reservation.ts'
import type { VendorBooking } from './vendor.ts'

const row: VendorBooking = {
  id: 17,
  property_id: 41203,
  rooms: [
    { room_type_id: 90117, guest_breakdown: { adults: 2, children: 1, infants: 0, pets: 0 }, people: 3 },
  ],
  status: 'Booked',
  source: 'AirbnbIntegration',
  source_text: 'HMABCDE123',
  arrival: '2026-07-15',
  departure: '2026-07-18',
  currency_code: 'USD',
  total_amount: 267.1,
  amount_paid: 100,
  guest: { name: 'Ada Byron King', email: 'ada@example.com', phone: null, country_code: 'GB' },
  created_at: '2026-03-01T23:30:00+00:00',
  check_in: { time: '15:00' },
  check_out: { time: '10:00' },
  quote: { policy: { name: 'Flexible' } },
  subtotals: { stay: 200, promotions: -10, fees: 40, addons: 20, taxes: 17.1 },
}

it('a Lodgify booking is mapped as a whole, with every part of its price where it belongs', () => {
  assert.deepEqual(toStay(row), {
    kind: 'reservation',
    externalId: '17',
    listingExternalId: '41203-90117',
    confirmationCode: 'HMABCDE123',
    source: 'airbnb',
    status: 'confirmed',
    checkIn: '2026-07-15',
    checkOut: '2026-07-18',
    checkInTime: '15:00',
    checkOutTime: '10:00',
    bookedAt: '2026-03-01T23:30:00Z',
    totalPrice: '267.1',
    currency: 'USD',
    paymentStatus: 'partially_paid',
    occupancy: { adults: 2, children: 1, infants: 0, pets: 0, total: 3 },
    guest: {
      firstName: 'Ada',
      lastName: 'Byron King',
      email: 'ada@example.com',
      phone: null,
      language: null,
      country: 'GB',
    },
    financials: {
      cancellationPolicy: 'Flexible',
      host: { accommodation: '200', discounts: [{ amount: '-10', name: 'Promotions', type: 'discount' }] },
      guest: {
        totalPrice: '267.1',
        fees: [
          { amount: '40', name: 'Fees', type: 'fee' },
          { amount: '20', name: 'Add-ons', type: 'addon' },
        ],
        taxes: [{ amount: '17.1', name: 'Taxes', type: 'tax' }],
      },
    },
    sourceStatus: 'Booked',
  })
})

it('an open Lodgify booking is an inquiry with its dates', () => {
  assert.deepEqual(toStay({ ...row, status: 'Open' }), {
    kind: 'inquiry',
    externalId: '17',
    listingExternalId: '41203-90117',
    channel: 'airbnb',
    status: 'open',
    checkIn: '2026-07-15',
    checkOut: '2026-07-18',
    occupancy: { adults: 2, children: 1, infants: 0, pets: 0, total: 3 },
    receivedAt: '2026-03-01T23:30:00Z',
    guest: {
      firstName: 'Ada',
      lastName: 'Byron King',
      email: 'ada@example.com',
      phone: null,
      language: null,
      country: 'GB',
    },
    sourceStatus: 'Open',
  })
})
