import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { mappedStays } from '../../connector-kit/testing/mapped-stays.ts'
import { toStay } from './map-reservation.ts'
import { VendorReservation } from './vendor.ts'

const contact = {
  ...{ id: 77, firstName: 'Ada', lastName: 'Berg', primaryEmail: 'ada@example.com', cellPhone: '+15550100' },
  country: 'US',
}
const base = {
  id: 4711,
  unitId: 12,
  status: 'Confirmed',
  arrivalDate: '2027-03-04',
  departureDate: '2027-03-08',
  arrivalTime: '2027-03-04T22:00:00+00:00',
  departureTime: '2027-03-08T16:30:00Z',
  bookedAt: '2026-12-01T08:00:00-05:00',
  createdAt: '2026-11-30T08:00:00Z',
  cancelledAt: '2027-01-02T03:04:05Z',
  channelId: 3,
  alternates: ['', 'HM77', 'X-2'],
  currency: 'USD',
  occupants: [
    { name: 'Adults', handle: 'adults', quantity: 2 },
    { name: 'Children', handle: 'children', quantity: '1' },
    { name: 'Dogs', handle: null, quantity: 1 },
  ],
  guestBreakdown: {
    grandTotal: '1010.50',
    total: '990.50',
    grossRent: '800.00',
    discountTotal: '-50.00',
    guestFees: [
      { name: 'Cleaning', value: '150.00' },
      { name: null, value: '10.50' },
      { name: 'Pets', value: '0.00' },
    ],
    taxes: [{ name: 'State tax', amount: '100.00' }],
  },
  _embedded: { contact, unit: { timezone: 'America/New_York' }, channel: { name: 'Airbnb' }, type: {} },
}
const { reservation } = mappedStays(VendorReservation, base, toStay)

describe('a Track reservation', () => {
  it('is mapped as a whole', () => {
    assert.deepEqual(reservation(), {
      kind: 'reservation',
      externalId: '4711',
      listingExternalId: '12',
      confirmationCode: 'HM77',
      source: 'airbnb',
      status: 'confirmed',
      sourceStatus: 'Confirmed',
      checkIn: '2027-03-04',
      checkOut: '2027-03-08',
      checkInTime: '17:00',
      checkOutTime: '11:30',
      bookedAt: '2026-12-01T13:00:00Z',
      totalPrice: '1010.50',
      currency: 'USD',
      occupancy: { adults: 2, children: 1, infants: null, pets: 1, total: null },
      guest: {
        ...{ externalId: '77', firstName: 'Ada', lastName: 'Berg', email: 'ada@example.com' },
        ...{ phone: '+15550100', country: 'US' },
      },
      financials: {
        host: { accommodation: '800.00', discounts: [{ amount: '-50.00', name: 'Discount' }] },
        guest: {
          totalPrice: '1010.50',
          fees: [
            { amount: '150.00', name: 'Cleaning' },
            { amount: '10.50', name: 'Fee' },
          ],
          taxes: [{ amount: '100.00', name: 'State tax' }],
        },
      },
    })
  })

  it('has what is told of it and no more', () => {
    const bare = reservation({
      ...{ status: null, arrivalTime: null, departureTime: null, bookedAt: null, createdAt: null },
      ...{ channelId: null, alternates: null, currency: null, occupants: null, guestBreakdown: null },
      _embedded: null,
    })
    assert.deepEqual(bare, {
      ...{ kind: 'reservation', externalId: '4711', listingExternalId: '12', confirmationCode: '4711' },
      ...{ source: 'direct', status: 'pending', sourceStatus: 'unknown' },
      ...{ checkIn: '2027-03-04', checkOut: '2027-03-08', bookedAt: null, totalPrice: null, currency: null },
      occupancy: { adults: null, children: null, infants: null, pets: null, total: null },
    })
    assert.equal(reservation({ guestBreakdown: { total: 990.5 } }).totalPrice, '990.5')
    assert.equal(reservation({ bookedAt: null }).bookedAt, '2026-11-30T08:00:00Z')
  })

  it('is what its status says, and holds its nights with a word that nobody knows', () => {
    const statusOf = (status: string) => reservation({ status }).status
    assert.deepEqual(
      ['Hold', 'Confirmed', 'Checked In', 'Checked Out', 'Cancelled', ' canceled ', 'Lost'].map(statusOf),
      ['pending', 'confirmed', 'confirmed', 'confirmed', 'cancelled', 'cancelled', 'pending'],
    )
    assert.equal(reservation({ status: 'Cancelled' }).cancelledAt, '2027-01-02T03:04:05Z')
    assert.equal('cancelledAt' in reservation(), false)
  })

  it('shows times by the clock of its unit only', () => {
    const at = (timezone: string | null) => reservation({ _embedded: { unit: { timezone } } }).checkInTime
    assert.deepEqual([at('Europe/Berlin'), at('America/New_York'), at(null)], ['23:00', '17:00', undefined])
    assert.equal(reservation({ arrivalTime: null }).checkInTime, null)
  })

  it('names who sold it', () => {
    const names = (fields: object, name: string | null = null, type: object = {}) =>
      reservation({ channelId: null, ...fields, _embedded: { channel: { name }, type } }).source
    assert.deepEqual(
      [
        names({ subChannel: 'Booking' }),
        names({ subChannel: 'Booking Agent' }),
        names({ subChannel: 'VRBO' }, 'Airbnb'),
        names({}, 'Homes by Ada'),
        names({ channelId: 9 }, 'Homes by Ada'),
        names({ source: 'Channel' }),
        names({ source: 'Channels of mine' }),
        names({ source: 'Airbnb' }),
        names({ channelId: 0 }),
        names({}, 'Airbnb', { isOwner: true }),
        names({}, 'Airbnb', { ownerStay: true }),
        names({}, 'Airbnb', { personalUse: true }),
        names({}, 'Airbnb', { isOwner: false, ownerStay: false, personalUse: false }),
      ],
      [
        ...['booking.com', 'direct', 'vrbo', 'direct', 'other', 'other', 'direct', 'airbnb', 'direct'],
        ...['owner', 'owner', 'owner', 'airbnb'],
      ],
    )
  })

  it('has the code of its channel, and its own where nobody else sold it', () => {
    assert.equal(reservation({ channelId: null, _embedded: null }).confirmationCode, '4711')
    assert.equal(reservation({ _embedded: { type: { isOwner: true } } }).confirmationCode, '4711')
    for (const alternates of [[], null])
      assert.equal(reservation({ alternates }).confirmationCode, '4711', String(alternates))
  })

  it('counts each kind of guest, whatever its customers call it', () => {
    const rows = [
      { handle: 'adult-guests', name: 'Grown-ups', quantity: 2 },
      { handle: ' ', name: 'Adults over 65', quantity: 1 },
      { name: 'Children', quantity: null },
      { name: 'Babies', handle: 'baby', quantity: 1 },
      { name: 'Infants', quantity: 1 },
      { name: 'Pets', quantity: 2 },
      { name: 'Cars', quantity: 5 },
      { quantity: 7 },
    ]
    assert.deepEqual(reservation({ occupants: rows }).occupancy, {
      ...{ adults: 3, children: 0, infants: 2, pets: 2, total: null },
    })
  })
})
