import assert from 'node:assert/strict'
import { it } from 'node:test'
import { toStay } from './map-reservation.ts'
import type { VendorReservation } from './vendor.ts'

const row: VendorReservation = {
  id: 17,
  listingMapId: 40160,
  channelId: 2018,
  status: 'new',
  arrivalDate: '2026-07-15',
  departureDate: '2026-07-18',
  checkInTime: 15,
  checkOutTime: 11,
  currency: 'USD',
  totalPrice: 267.1,
  isPaid: 1,
  cleaningFee: 40,
  taxAmount: 17.1,
  airbnbExpectedPayoutAmount: 200,
  airbnbCancellationPolicy: 'flexible',
  guestName: 'Ada Byron King',
  guestFirstName: 'Ada',
  guestLastName: 'Byron King',
  guestEmail: 'ada@example.com',
  phone: '+44 1',
  guestLocale: 'en',
  guestCountry: 'GB',
  guestPicture: 'https://example.org/a.jpg',
  guestAddress: '1 High St',
  guestCity: 'London',
  guestZipCode: 'E1',
  reservationDate: '2026-03-01 23:30:00',
  confirmationCode: 'HM1',
  numberOfGuests: 3,
  adults: 2,
  children: 1,
  infants: 0,
  pets: 0,
  reservationUnit: [{ listingUnitId: 5 }],
  pendingExpireDate: '2026-03-02 23:30:00',
}

it('a Hostaway reservation is mapped as a whole', () => {
  assert.deepEqual(toStay(row), {
    kind: 'reservation',
    externalId: '17',
    listingExternalId: '40160',
    unitExternalId: '5',
    confirmationCode: 'HM1',
    source: 'airbnb',
    status: 'confirmed',
    checkIn: '2026-07-15',
    checkOut: '2026-07-18',
    checkInTime: '15:00',
    checkOutTime: '11:00',
    bookedAt: '2026-03-01T23:30:00Z',
    totalPrice: '267.1',
    currency: 'USD',
    paymentStatus: 'paid',
    occupancy: { adults: 2, children: 1, infants: 0, pets: 0, total: 3 },
    guest: {
      firstName: 'Ada',
      lastName: 'Byron King',
      email: 'ada@example.com',
      phone: '+44 1',
      language: 'en',
      country: 'GB',
      avatarUrl: 'https://example.org/a.jpg',
    },
    guestDetails: {
      name: 'Ada Byron King',
      address: '1 High St',
      city: 'London',
      zipCode: 'E1',
      country: 'GB',
    },
    financials: {
      cancellationPolicy: 'flexible',
      host: { revenue: '200' },
      guest: {
        totalPrice: '267.1',
        fees: [{ amount: '40', name: 'Cleaning fee', type: 'cleaning' }],
        taxes: [{ amount: '17.1', name: 'Tax', type: 'tax' }],
      },
    },
    sourceStatus: 'new',
  })
})

it('a Hostaway inquiry is mapped as a whole, with what the host would be paid', () => {
  assert.deepEqual(toStay({ ...row, status: 'inquiry' }), {
    kind: 'inquiry',
    externalId: '17',
    listingExternalId: '40160',
    channel: 'airbnb',
    status: 'open',
    checkIn: '2026-07-15',
    checkOut: '2026-07-18',
    occupancy: { adults: 2, children: 1, infants: 0, pets: 0, total: 3 },
    expectedPayout: { amount: '200', currency: 'USD' },
    respondBy: '2026-03-02T23:30:00Z',
    receivedAt: '2026-03-01T23:30:00Z',
    guest: {
      firstName: 'Ada',
      lastName: 'Byron King',
      email: 'ada@example.com',
      phone: '+44 1',
      language: 'en',
      country: 'GB',
      avatarUrl: 'https://example.org/a.jpg',
    },
    sourceStatus: 'inquiry',
  })
})

it('a Hostaway inquiry without dates has none, though the vendor fills some in', () => {
  assert.deepEqual(
    toStay({
      ...row,
      status: 'inquiry',
      isDatesUnspecified: 1,
      reservationDate: null,
      insertedOn: '2026-03-01 23:31:00',
    }),
    {
      kind: 'inquiry',
      externalId: '17',
      listingExternalId: '40160',
      channel: 'airbnb',
      status: 'open',
      occupancy: { adults: 2, children: 1, infants: 0, pets: 0, total: 3 },
      expectedPayout: { amount: '200', currency: 'USD' },
      respondBy: '2026-03-02T23:30:00Z',
      receivedAt: '2026-03-01T23:31:00Z',
      guest: {
        firstName: 'Ada',
        lastName: 'Byron King',
        email: 'ada@example.com',
        phone: '+44 1',
        language: 'en',
        country: 'GB',
        avatarUrl: 'https://example.org/a.jpg',
      },
      sourceStatus: 'inquiry',
    },
  )
})
