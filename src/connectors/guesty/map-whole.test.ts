import assert from 'node:assert/strict'
import { it } from 'node:test'
import { toStay } from './map-reservation.ts'
import type { VendorReservation } from './vendor.ts'

const row: VendorReservation = {
  _id: '6134a49cd450d300307794cb',
  listingId: '5fba2d97d8e638002d76d842',
  status: 'confirmed',
  source: 'Airbnb',
  integration: { platform: 'airbnb2' },
  confirmationCode: 'HM12345678',
  checkInDateLocalized: '2026-07-15',
  checkOutDateLocalized: '2026-07-18',
  plannedArrival: '16:30',
  plannedDeparture: '10:00',
  createdAt: '2026-05-01T10:00:00.000Z',
  reservedAt: '2026-05-01T10:02:00.000Z',
  confirmedAt: '2026-05-01T10:05:00.123Z',
  guest: { _id: 'g1', firstName: 'Ada', lastName: 'Byron', email: 'ada@example.org', phone: '+44 1' },
  guestsCount: 3,
  numberOfGuests: { numberOfAdults: 2, numberOfChildren: 1, numberOfInfants: 0, numberOfPets: 1 },
  money: {
    currency: 'EUR',
    hostPayout: 300,
    isFullyPaid: false,
    fareAccommodation: 280,
    fareCleaning: 50,
    totalTaxes: 15.5,
    subTotalPrice: 330,
    hostServiceFee: 10,
  },
}

it('a Guesty reservation is mapped as a whole', () => {
  assert.deepEqual(toStay(row), {
    kind: 'reservation',
    externalId: '6134a49cd450d300307794cb',
    listingExternalId: '5fba2d97d8e638002d76d842',
    confirmationCode: 'HM12345678',
    source: 'airbnb',
    status: 'confirmed',
    checkIn: '2026-07-15',
    checkOut: '2026-07-18',
    checkInTime: '16:30',
    checkOutTime: '10:00',
    bookedAt: '2026-05-01T10:05:00.123Z',
    totalPrice: '345.5',
    currency: 'EUR',
    paymentStatus: 'pending',
    occupancy: { adults: 2, children: 1, infants: 0, pets: 1, total: 3 },
    guest: {
      externalId: 'g1',
      firstName: 'Ada',
      lastName: 'Byron',
      email: 'ada@example.org',
      phone: '+44 1',
      language: null,
      country: null,
      avatarUrl: null,
    },
    guestDetails: {},
    financials: {
      host: {
        accommodation: '280',
        guestFees: [{ amount: '50', name: 'Cleaning fee' }],
        hostFees: [{ amount: '10', name: 'Channel commission' }],
        taxes: [{ amount: '15.5', name: 'Tax' }],
        revenue: '300',
      },
      guest: {
        totalPrice: '345.5',
        fees: [{ amount: '50', name: 'Cleaning fee' }],
        taxes: [{ amount: '15.5', name: 'Tax' }],
      },
    },
    sourceStatus: 'confirmed',
  })
})

it('a Guesty inquiry is mapped as a whole, and tells that the host agreed in advance', () => {
  assert.deepEqual(toStay({ ...row, status: 'inquiry', preApproveState: true }), {
    kind: 'inquiry',
    externalId: '6134a49cd450d300307794cb',
    listingExternalId: '5fba2d97d8e638002d76d842',
    channel: 'airbnb',
    status: 'pre_approved',
    checkIn: '2026-07-15',
    checkOut: '2026-07-18',
    occupancy: { adults: 2, children: 1, infants: 0, pets: 1, total: 3 },
    receivedAt: '2026-05-01T10:00:00.000Z',
    guest: {
      externalId: 'g1',
      firstName: 'Ada',
      lastName: 'Byron',
      email: 'ada@example.org',
      phone: '+44 1',
      language: null,
      country: null,
      avatarUrl: null,
    },
    sourceStatus: 'inquiry',
  })
})
