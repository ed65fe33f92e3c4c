import assert from 'node:assert/strict'
import { it } from 'node:test'
import { toInquiry, toStay } from './map-reservation.ts'
import type { VendorReservation } from './vendor.ts'

const row: VendorReservation = {
  id: 'r1',
  platform: 'airbnb',
  platform_id: 'HMABC',
  code: 'HM123',
  booking_date: '2026-01-01T12:00:00Z',
  arrival_date: '2026-03-03T00:00:00-05:00',
  departure_date: '2026-03-05T00:00:00-05:00',
  check_in: '2026-03-03T13:00:00-05:00',
  check_out: '2026-03-05T11:00:00-05:00',
  reservation_status: {
    current: { category: 'cancelled', sub_category: 'withdrawn' },
    history: [
      { category: 'accepted', sub_category: null, changed_at: '2026-01-02T10:00:00Z' },
      { category: 'not_accepted', sub_category: null, changed_at: '2026-01-03T10:00:00Z' },
      { category: 'accepted', changed_at: '2026-01-04T10:00:00Z' },
    ],
  },
  properties: [{ id: 'p1' }],
  guests: { adult_count: 2, child_count: 1, infant_count: 0, pet_count: 1, total: 3 },
  guest: {
    first_name: 'Ada',
    last_name: 'Byron',
    email: '',
    phone_numbers: ['', '+44 1'],
    language: 'en',
    profile_picture: 'https://example.org/a.jpg',
    location: 'London',
  },
}

it('a Hospitable reservation is mapped as a whole, and was cancelled when it last ended', () => {
  assert.deepEqual(toStay(row), {
    kind: 'reservation',
    externalId: 'r1',
    listingExternalId: 'p1',
    confirmationCode: 'HM123',
    source: 'airbnb',
    status: 'cancelled',
    statusDetail: 'request_voided',
    checkIn: '2026-03-03',
    checkOut: '2026-03-05',
    checkInTime: '13:00',
    checkOutTime: '11:00',
    bookedAt: '2026-01-01T12:00:00Z',
    cancelledAt: '2026-01-03T10:00:00Z',
    cancelledBy: null,
    totalPrice: null,
    currency: null,
    occupancy: { adults: 2, children: 1, infants: 0, pets: 1, total: 3 },
    guest: {
      firstName: 'Ada',
      lastName: 'Byron',
      email: null,
      phone: '+44 1',
      language: 'en',
      avatarUrl: 'https://example.org/a.jpg',
    },
    guestDetails: { location: 'London' },
    sourceStatus: 'cancelled: withdrawn',
  })
})

it('a Hospitable reservation that says little is known by its own number, and names nobody', () => {
  assert.deepEqual(
    toStay({
      ...row,
      code: '',
      platform_id: '',
      reservation_status: null,
      status: 'accepted',
      guests: null,
      guest: null,
    }),
    {
      kind: 'reservation',
      externalId: 'r1',
      listingExternalId: 'p1',
      confirmationCode: 'r1',
      source: 'airbnb',
      status: 'confirmed',
      checkIn: '2026-03-03',
      checkOut: '2026-03-05',
      checkInTime: '13:00',
      checkOutTime: '11:00',
      bookedAt: '2026-01-01T12:00:00Z',
      totalPrice: null,
      currency: null,
      sourceStatus: 'accepted',
    },
  )
})

it('a Hospitable inquiry is mapped as a whole, its property alone or in a list', () => {
  assert.deepEqual(
    toInquiry({
      id: 'i1',
      platform: 'booking',
      properties: { id: 'p1' },
      arrival_date: '2026-03-03',
      departure_date: '2026-03-05',
      inquiry_date: '2026-01-01T12:00:00Z',
      guests: row.guests ?? null,
      guest: row.guest ?? null,
    }),
    {
      kind: 'inquiry',
      externalId: 'i1',
      listingExternalId: 'p1',
      channel: 'booking',
      status: 'open',
      checkIn: '2026-03-03',
      checkOut: '2026-03-05',
      occupancy: { adults: 2, children: 1, infants: 0, pets: 1, total: 3 },
      receivedAt: '2026-01-01T12:00:00Z',
      guest: {
        firstName: 'Ada',
        lastName: 'Byron',
        email: null,
        phone: '+44 1',
        language: 'en',
        avatarUrl: 'https://example.org/a.jpg',
      },
      sourceStatus: 'inquiry',
    },
  )
})
