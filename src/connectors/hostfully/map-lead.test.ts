import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { mappedStays } from '../../connector-kit/testing/mapped-stays.ts'
import { EssentialMissing } from '../../connector-kit/tolerance/essentials.ts'
import { toStay } from './map-lead.ts'
import { VendorLead, type VendorLead as Lead, type VendorOrder } from './vendor.ts'

const guestInformation = {
  ...{ guestUid: 'g-1', firstName: 'Ada', lastName: 'Berg', email: 'ada@example.com' },
  ...{ phoneNumber: null, cellPhoneNumber: '+15550100', countryCode: 'US' },
  ...{ adultCount: 2, childrenCount: 1, infantCount: 0, petCount: 0 },
}
const base = {
  uid: 'l-1',
  propertyUid: 'p-1',
  type: 'BOOKING',
  status: 'BOOKED',
  channel: 'AIRBNB',
  source: 'DIRECT_AIRBNB',
  externalBookingId: 'HM1',
  checkInLocalDateTime: '2027-06-01T15:00:00',
  checkOutLocalDateTime: '2027-06-05T11:00:00',
  bookedUtcDateTime: '2027-01-02T03:04:05',
  metadata: { createdUtcDateTime: '2027-01-01T00:00:00' },
  guestInformation,
}
const order = {
  leadUid: 'l-1',
  currency: 'usd',
  totalAmount: 812.35,
  rent: { netPrice: 600, rentNetPrice: 650 },
  fees: { cleaningFee: { netPrice: 120 } },
  totalTaxesAmount: 92.35,
  channelCommission: { amount: 90 },
} as unknown as VendorOrder
const mapped = (paid?: VendorOrder) => mappedStays<Lead>(VendorLead, base, (row) => toStay(row, paid))
const { stay, reservation } = mapped()

describe('a lead of Hostfully', () => {
  it('is mapped as a whole, with the money of its order', () => {
    assert.deepEqual(mapped(order).reservation(), {
      kind: 'reservation',
      externalId: 'l-1',
      listingExternalId: 'p-1',
      confirmationCode: 'HM1',
      source: 'airbnb',
      status: 'confirmed',
      sourceStatus: 'BOOKED',
      checkIn: '2027-06-01',
      checkOut: '2027-06-05',
      checkInTime: '15:00',
      checkOutTime: '11:00',
      bookedAt: '2027-01-02T03:04:05Z',
      guest: {
        ...{ externalId: 'g-1', firstName: 'Ada', lastName: 'Berg', email: 'ada@example.com' },
        ...{ phone: '+15550100', country: 'US' },
      },
      occupancy: { adults: 2, children: 1, infants: 0, pets: 0, total: null },
      totalPrice: '812.35',
      currency: 'USD',
      financials: {
        host: { accommodation: '600', hostFees: [{ amount: '90', name: 'Channel commission' }] },
        guest: {
          totalPrice: '812.35',
          fees: [{ amount: '120', name: 'Cleaning fee' }],
          taxes: [{ amount: '92.35', name: 'Taxes' }],
        },
      },
    })
  })

  it('has what is told of it and no more', () => {
    const bare = reservation({
      ...{ status: null, type: null, channel: null, source: null, externalBookingId: null },
      ...{ bookedUtcDateTime: null, metadata: null, guestInformation: null },
    })
    assert.deepEqual(bare, {
      ...{ kind: 'reservation', externalId: 'l-1', listingExternalId: 'p-1', confirmationCode: 'l-1' },
      ...{ source: 'direct', status: 'pending', sourceStatus: 'unknown', bookedAt: null },
      ...{ checkIn: '2027-06-01', checkOut: '2027-06-05', checkInTime: '15:00', checkOutTime: '11:00' },
      ...{ totalPrice: null, currency: null },
    })
    const empty = { adultCount: null, firstName: ' ' }
    assert.deepEqual(
      ['guest', 'occupancy'].filter((part) => part in reservation({ guestInformation: empty })),
      [],
    )
    assert.equal(reservation({ bookedUtcDateTime: null }).bookedAt, '2027-01-01T00:00:00Z')
  })

  it('is what its status says, and holds its nights with a word that nobody knows', () => {
    const words = {
      confirmed: [
        ...['BOOKED', 'BOOKED_BY_AGENT', 'BOOKED_BY_CUSTOMER', 'BOOKED_EXTERNALLY', 'STAY', 'ARCHIVED'],
      ],
      'pending,host_approval': ['NEW'],
      pending: ['PENDING', 'PENDING_APPROVED', 'ON_HOLD', 'SOMETHING_NEW', 'QUOTE_SENT'],
      cancelled: ['CANCELLED', 'IGNORED', 'CLOSED', 'CLOSED_QUOTE', 'DUPLICATE'],
      'cancelled,cancelled_by_guest': ['CANCELLED_BY_TRAVELER'],
      'cancelled,cancelled_by_host': ['CANCELLED_BY_OWNER'],
      'cancelled,declined': ['DECLINED'],
      'cancelled,hold_voided': ['CLOSED_HOLD', 'HOLD_EXPIRED'],
    }
    for (const [expected, statuses] of Object.entries(words))
      for (const status of statuses) {
        const { status: is, statusDetail, pendingReason } = reservation({ status })
        const meaning = [is, statusDetail ?? pendingReason].filter((part) => part !== undefined)
        assert.equal(String(meaning), expected, status)
      }
  })

  it('of an inquiry holds no night unless its word is unknown', () => {
    const words = {
      open: ['NEW', 'QUOTE_SENT'],
      expired: ['HOLD_EXPIRED', 'CLOSED', 'CLOSED_QUOTE', 'CLOSED_HOLD', 'ARCHIVED'],
      declined: ['IGNORED', 'DECLINED'],
      not_possible: ['CANCELLED', 'DUPLICATE'],
    }
    for (const [expected, statuses] of Object.entries(words))
      for (const status of statuses) {
        const inquiry = stay({ type: 'INQUIRY', status })
        assert.equal(inquiry?.kind === 'inquiry' && inquiry.status, expected, status)
      }
    for (const status of ['ON_HOLD', 'BOOKED', 'SOMETHING_NEW'])
      assert.equal(stay({ type: 'INQUIRY', status })?.kind, 'reservation', status)
    assert.deepEqual(stay({ type: 'INQUIRY', status: 'NEW', checkOutLocalDateTime: 'soon' }), {
      ...{ kind: 'inquiry', externalId: 'l-1', listingExternalId: 'p-1', channel: 'airbnb', status: 'open' },
      ...{ checkIn: '2027-06-01', checkOut: null, receivedAt: '2027-01-02T03:04:05Z' },
      guest: reservation().guest,
      occupancy: reservation().occupancy,
      sourceStatus: 'NEW',
    })
  })

  it('that closes nights is a block, and an example of the vendor is nothing', () => {
    const block = { kind: 'block', externalId: 'l-1', listingExternalId: 'p-1' }
    assert.deepEqual(stay({ type: 'BLOCK' }), { ...block, sourceStatus: 'BOOKED' })
    assert.deepEqual(stay({ type: 'BLOCK', status: null }), { ...block, sourceStatus: 'unknown' })
    assert.deepEqual(stay({ status: 'BLOCKED' }), { ...block, sourceStatus: 'BLOCKED' })
    assert.equal(stay({ status: 'SAMPLE' }), undefined)
    assert.throws(() => stay({ propertyUid: ' ' }), EssentialMissing)
  })

  it('has the days of its zone where the local ones are missing', () => {
    const zoned = reservation({
      ...{ checkInLocalDateTime: null, checkInZonedDateTime: '2027-06-02T15:00:00-04:00' },
      ...{ checkOutLocalDateTime: ' ', checkOutZonedDateTime: '2027-06-06T11:00:00-04:00' },
    })
    assert.deepEqual([zoned.checkIn, zoned.checkOut], ['2027-06-02', '2027-06-06'])
  })

  it('is sold by its channel, and else by the part of Hostfully that made it', () => {
    const sold = (channel: string | null, source: string | null) => reservation({ channel, source }).source
    assert.deepEqual(
      [sold('BOOKING_COM', null), sold(null, 'DIRECT_HOMEAWAY'), sold('MY_HOMES', 'IMPORT_AIRBNB')],
      ['booking.com', 'vrbo', 'other'],
    )
    assert.deepEqual(
      [
        sold(null, 'ORBIRENTAL_WIDGET'),
        sold(null, 'HOSTFULLY_DBS'),
        sold(null, 'WEBSITE'),
        sold('HOSTFULLY', null),
        sold('ORBIRENTAL', 'X'),
        sold(null, 'ORBIRENTAL_API'),
        sold(null, 'MY_HOSTFULLY'),
        sold(null, 'OWNER_PORTAL'),
        sold('MY_HOSTFULLY', null),
      ],
      ['website', 'website', 'website', 'direct', 'direct', 'direct', 'other', 'owner', 'other'],
    )
  })
})
