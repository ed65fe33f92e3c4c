import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { toStay } from './map-reservation.ts'
import type { VendorBooking } from './vendor.ts'

const booking: VendorBooking = {
  id: 1,
  property_id: 2,
  status: 'canceled',
  arrival: '2026-05-01',
  departure: '2026-05-05',
  check_in: '16:00',
  check_out: '10:00',
  created_utc: '2026-01-01T10:00:00Z',
  canceled_utc: '2026-04-01T10:00:00Z',
  pending_until_utc: '2026-01-02T10:00:00Z',
  adults: 2,
  children: 1,
  listing_site: 'Airbnb',
  platform_reservation_number: 'HM1',
  total_amount: 300.5,
  total_host_fees: 9,
  currency_code: 'USD',
  charges: [
    { type: 'rent', amount: 200, description: 'Rent' },
    { type: 'surcharge', amount: 50, description: 'Cleaning' },
    { type: 'Surcharge_Other', amount: -5, description: 'Long stay' },
    { type: 'tax', amount: 10, description: 'State' },
    { type: 'tax_other', amount: 11 },
    { type: 'x', category: 'tax', amount: 12 },
    { type: 'rent', amount: null },
  ],
}
const stay = (changed: Partial<VendorBooking> = {}) => toStay({ ...booking, ...changed })

describe('an OwnerRez booking', () => {
  it('is mapped as a whole, with every charge where it belongs', () => {
    assert.deepEqual(stay(), {
      kind: 'reservation',
      externalId: '1',
      listingExternalId: '2',
      confirmationCode: 'HM1',
      source: 'airbnb',
      status: 'cancelled',
      sourceStatus: 'canceled',
      checkIn: '2026-05-01',
      checkOut: '2026-05-05',
      checkInTime: '16:00',
      checkOutTime: '10:00',
      bookedAt: '2026-01-01T10:00:00Z',
      cancelledAt: '2026-04-01T10:00:00Z',
      totalPrice: '300.5',
      currency: 'USD',
      occupancy: { adults: 2, children: 1, infants: null, pets: null, total: null },
      financials: {
        host: {
          accommodation: '200',
          discounts: [{ amount: '-5', name: 'Long stay' }],
          hostFees: [{ amount: '9', name: 'Host fees' }],
        },
        guest: {
          totalPrice: '300.5',
          fees: [{ amount: '50', name: 'Cleaning' }],
          taxes: [{ amount: '10', name: 'State' }, { amount: '11' }, { amount: '12' }],
        },
      },
    })
  })

  it('is what its status says', () => {
    const statusOf = (status: string | null) => {
      const record = stay({ status })
      return record.kind === 'reservation' && [record.status, record.sourceStatus]
    }
    assert.deepEqual(statusOf('active'), ['confirmed', 'active'])
    assert.deepEqual(statusOf('pending'), ['pending', 'pending'])
    assert.deepEqual(statusOf('cancelled'), ['cancelled', 'cancelled'])
    assert.deepEqual(statusOf(null), ['pending', 'unknown'])
  })

  it('is to be answered by a moment while it waits, and was cancelled at one afterwards', () => {
    const moments = (status: string) => {
      const record = stay({ status })
      return record.kind === 'reservation' && [record.respondBy, record.cancelledAt]
    }
    assert.deepEqual(moments('pending'), ['2026-01-02T10:00:00Z', undefined])
    assert.deepEqual(moments('active'), [undefined, undefined])
    assert.deepEqual(moments('canceled'), [undefined, '2026-04-01T10:00:00Z'])
  })

  it('without money or a code of its channel has neither, and is known by its own number', () => {
    const bare = stay({
      charges: null,
      total_amount: null,
      total_host_fees: null,
      platform_reservation_number: '',
    })
    assert.ok(bare.kind === 'reservation')
    assert.deepEqual(
      [bare.confirmationCode, bare.totalPrice, bare.financials, bare.guest],
      ['1', null, undefined, undefined],
    )
  })

  it('that is a block tells nothing but its nights', () => {
    const block = { kind: 'block', externalId: '1', listingExternalId: '2' }
    assert.deepEqual(stay({ is_block: true }), { ...block, sourceStatus: 'canceled' })
    assert.deepEqual(stay({ type: 'block', status: null }), { ...block, sourceStatus: 'unknown' })
  })
})
