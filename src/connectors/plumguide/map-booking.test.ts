import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { mappedStays } from '../../connector-kit/testing/mapped-stays.ts'
import { toStay } from './map-booking.ts'
import { VendorBooking } from './vendor.ts'

const base = {
  bookingCode: 'PG-100',
  listingId: 71,
  status: 'Confirmed',
  checkIn: '2027-05-01',
  checkOut: '2027-05-04',
  guests: { adults: 2, children: 1, infants: 0 },
  guestName: 'Ada Berg',
  guestEmail: 'ada@example.com',
  totalPrice: 900,
  cleaningFee: 80,
  losDiscount: 45.5,
  currencyCode: 'gbp',
  createdAt: '2027-01-02T03:04:05.000Z',
  cancelledAt: '2027-02-03T04:05:06Z',
}
const { reservation } = mappedStays(VendorBooking, base, toStay)

describe('a booking of Plum Guide', () => {
  it('is mapped as a whole', () => {
    assert.deepEqual(reservation(), {
      kind: 'reservation',
      externalId: 'PG-100',
      listingExternalId: '71',
      confirmationCode: 'PG-100',
      source: 'other',
      status: 'confirmed',
      checkIn: '2027-05-01',
      checkOut: '2027-05-04',
      bookedAt: '2027-01-02T03:04:05.000Z',
      totalPrice: '900',
      currency: 'GBP',
      occupancy: { adults: 2, children: 1, infants: 0, pets: null, total: null },
      guest: { firstName: 'Ada', lastName: 'Berg', email: 'ada@example.com' },
      financials: {
        host: { discounts: [{ amount: '-45.5', name: 'Length of stay', type: 'length_of_stay' }] },
        guest: { totalPrice: '900', fees: [{ amount: '80', name: 'Cleaning fee', type: 'cleaning' }] },
      },
      sourceStatus: 'Confirmed',
    })
  })

  it('has what is told of it and no more', () => {
    const { bookingCode, listingId, checkIn, checkOut } = base
    const told = { bookingCode, listingId, checkIn, checkOut }
    assert.deepEqual(mappedStays(VendorBooking, told, toStay).reservation(), {
      ...{ kind: 'reservation', externalId: 'PG-100', listingExternalId: '71', confirmationCode: 'PG-100' },
      ...{ source: 'other', status: 'pending', checkIn, checkOut, bookedAt: null, totalPrice: null },
      ...{ currency: null, sourceStatus: 'none' },
    })
  })

  it('is what its status says, and holds its nights with a word that nobody knows', () => {
    const meaning = (status: string) => {
      const { status: is, statusDetail, pendingReason } = reservation({ status })
      return [is, statusDetail ?? pendingReason]
    }
    assert.deepEqual(['Requested', 'APPROVED', 'Declined', 'Cancelled', 'canceled', 'Expired'].map(meaning), [
      ['pending', 'host_approval'],
      ['confirmed', undefined],
      ['cancelled', 'declined'],
      ['cancelled', undefined],
      ['cancelled', undefined],
      ['pending', undefined],
    ])
  })

  it('that is a request has to be answered within a day', () => {
    assert.equal(reservation({ status: 'Requested' }).respondBy, '2027-01-03T03:04:05.000Z')
    assert.equal('respondBy' in reservation({ status: 'Requested', createdAt: null }), false)
    assert.equal('respondBy' in reservation(), false)
  })

  it('has a time of cancellation only when it is cancelled', () => {
    assert.equal(reservation({ status: 'Cancelled' }).cancelledAt, '2027-02-03T04:05:06Z')
    assert.equal('cancelledAt' in reservation({ status: 'Cancelled', cancelledAt: null }), false)
    assert.equal('cancelledAt' in reservation(), false)
  })

  it('has its discount taken off, with whichever sign it comes', () => {
    const discounts = (losDiscount: unknown) =>
      reservation({ losDiscount }).financials?.host?.discounts?.map(({ amount }) => amount)
    assert.deepEqual([discounts('-45.5'), discounts(0)], [['-45.5'], undefined])
  })
})
