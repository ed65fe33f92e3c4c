import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { mappedStays } from '../../connector-kit/testing/mapped-stays.ts'
import { toStay } from './map-booking.ts'
import { VendorBooking, type VendorBooking as Booking } from './vendor.ts'

const usd = (amount: string | number) => ({ amount, currencyCode: 'USD' })
const base = {
  id: 5551,
  alternativeIds: { referenceNumber: 'HA-42', supplierId: 'lw-1' },
  reservationIds: [
    { id: 'E9', idSource: 'EXPEDIA' },
    { id: 'HA-43', idSource: 'VRBO' },
  ],
  status: 'BOOKED',
  checkInDate: '2027-07-01',
  checkOutDate: '2027-07-08',
  creationDateTime: '2027-01-02T03:04:05Z',
  lastUpdatedDateTime: '2027-02-03T04:05:06Z',
  adultCount: 2,
  childCount: 1,
  petCount: 0,
  distributionChannel: 'VRBO',
  primaryGuest: {
    ...{ firstName: 'Ada', lastName: 'Berg', emailAddress: 'ada@example.com' },
    phoneNumbers: [{ fullPhoneNumber: ' ' }, { fullPhoneNumber: '+15550100' }],
  },
  payment: {
    status: 'PAID',
    installments: [
      { paymentStatus: 'PAID', amount: usd('500.00') },
      { paymentStatus: 'CANCELLED', amount: usd(999) },
      { paymentStatus: 'SCHEDULED', amount: usd(250.5) },
    ],
  },
  amounts: { summary: [{ type: 'PAYOUT', amount: usd(680) }] },
  vrboAmounts: {
    currentAmounts: {
      supplierFees: {
        rent: { preTaxAmount: usd(600) },
        fees: [
          { name: 'Cleaning', productCode: 'CLEANING FEE', preTaxAmount: usd(90) },
          { name: null, productCode: 'PET', preTaxAmount: usd(30) },
          { name: 'Nothing', productCode: null, preTaxAmount: usd(0) },
          { name: null, productCode: null, preTaxAmount: usd(1) },
        ],
        discounts: [
          { name: 'Weekly', preTaxAmount: usd(20) },
          { name: 'Early', preTaxAmount: usd(-5) },
        ],
      },
      marketplaceFees: {
        supplier: [{ type: 'COMMISSION', amount: usd(40) }],
        traveler: [{ type: 'SERVICE_FEE', amount: usd(55) }],
      },
      taxDistributions: [
        { remittingParty: 'SUPPLIER', taxAmount: usd(12) },
        { remittingParty: 'EXPEDIA', taxAmount: usd(8) },
      ],
    },
  },
  cancellationPolicy: { effectivePolicy: { policyType: 'FIRM' } },
  specialRequest: 'A cot, please',
}
const { reservation } = mappedStays<Booking>(VendorBooking, base, (node) => toStay({ property: '321', node }))

describe('a Vrbo booking', () => {
  it('is mapped as a whole', () => {
    const hostTax = { amount: '12', name: 'Taxes paid by the host' }
    assert.deepEqual(reservation(), {
      kind: 'reservation',
      externalId: '321.5551',
      listingExternalId: '321',
      confirmationCode: 'HA-42',
      source: 'vrbo',
      status: 'confirmed',
      checkIn: '2027-07-01',
      checkOut: '2027-07-08',
      bookedAt: '2027-01-02T03:04:05Z',
      totalPrice: '750.5',
      currency: 'USD',
      paymentStatus: 'PAID',
      occupancy: { adults: 2, children: 1, infants: null, pets: 0, total: null },
      guest: { firstName: 'Ada', lastName: 'Berg', email: 'ada@example.com', phone: '+15550100' },
      financials: {
        cancellationPolicy: 'FIRM',
        host: {
          accommodation: '600',
          guestFees: [
            { amount: '90', name: 'Cleaning', type: 'cleaning_fee' },
            { amount: '30', name: 'PET', type: 'pet' },
            { amount: '1' },
          ],
          discounts: [
            { amount: '-20', name: 'Weekly' },
            { amount: '-5', name: 'Early' },
          ],
          hostFees: [{ amount: '40', name: 'COMMISSION', type: 'commission' }],
          taxes: [hostTax],
          revenue: '680',
        },
        guest: {
          totalPrice: '750.5',
          fees: [{ amount: '55', name: 'SERVICE_FEE', type: 'service_fee' }],
          taxes: [hostTax, { amount: '8', name: 'Taxes paid by the channel' }],
        },
      },
      guestDetails: { remarks: 'A cot, please' },
      ownId: 'lw-1',
      sourceStatus: 'BOOKED',
    })
  })

  it('has what is told of it and no more', () => {
    const { id, checkInDate, checkOutDate } = base
    const told = mappedStays<Booking>(VendorBooking, { id, checkInDate, checkOutDate }, (node) =>
      toStay({ property: '321', node }),
    )
    assert.deepEqual(told.reservation(), {
      ...{ kind: 'reservation', externalId: '321.5551', listingExternalId: '321', confirmationCode: '5551' },
      ...{ source: 'vrbo', status: 'pending', checkIn: checkInDate, checkOut: checkOutDate, bookedAt: null },
      ...{ totalPrice: null, currency: null, sourceStatus: 'none' },
    })
  })

  const meaning = (fields: object) => {
    const { status, statusDetail, pendingReason, cancelledBy } = reservation(fields)
    return [status, statusDetail ?? pendingReason, cancelledBy].filter((part) => part !== undefined)
  }

  it('is what its status says, and holds its nights with a word that nobody knows', () => {
    const words = {
      confirmed: ['BOOKED', 'CONFIRMED', 'RESERVED', 'STAY_IN_PROGRESS', 'COMPLETE'],
      pending: [
        ...['CREATED', 'BUILDING', 'IN_PROGRESS', 'UNCONFIRMED_BY_TRAVELER', 'SOMETHING_NEW'],
        ...['RAVELER_CANCEL_PENDING_BOOKING', 'TRAVELER_CANCEL_PENDING_BOOKING'],
      ],
      'pending,host_approval': ['UNCONFIRMED', 'UNCONFIRMED_BY_OWNER'],
      cancelled: ['CANCELLED', 'INVALID'],
      'cancelled,cancelled_by_platform,platform': ['CANCELLED_BY_HOMEAWAY', 'CANCELLED_BY_SYSTEM'],
      'cancelled,cancelled_by_host,host': ['CANCELLED_BY_OWNER'],
      'cancelled,cancelled_by_guest,guest': ['CANCELLED_BY_TRAVELER'],
      'cancelled,declined,': ['DECLINED', 'DECLINED_BY_OWNER', 'DECLINED_BY_SYSTEM'],
      'cancelled,request_voided,': ['DECLINED_BY_TRAVELER_PAY_FAILURE'],
    }
    for (const [expected, statuses] of Object.entries(words))
      for (const status of statuses) assert.equal(String(meaning({ status })), expected, status)
  })

  it('that is cancelled says by whom, where a field beside the status does', () => {
    const by = (fromRole: string | null, status = 'CANCELLED') =>
      meaning({ status, cancellation: { fromRole } })
    assert.deepEqual(by('SUPPLIER'), ['cancelled', 'cancelled_by_host', 'host'])
    assert.deepEqual(by('TRAVELER'), ['cancelled', 'cancelled_by_guest', 'guest'])
    assert.deepEqual([by('AGENT'), by(null)], [['cancelled'], ['cancelled']])
    assert.deepEqual(by('SUPPLIER', 'BOOKED'), ['confirmed'])
    assert.equal(reservation({ status: 'CANCELLED' }).cancelledAt, '2027-02-03T04:05:06Z')
    assert.equal('cancelledAt' in reservation(), false)
    const asked = reservation({ cancellation: { pendingCancellation: true } })
    assert.deepEqual([asked.status, asked.sourceStatus], ['confirmed', 'BOOKED (cancellation pending)'])
    assert.equal(reservation({ cancellation: { pendingCancellation: false } }).sourceStatus, 'BOOKED')
  })

  it('is named as guest and host name it', () => {
    const code = (alternativeIds: object | null, reservationIds: object[] | null) =>
      reservation({ alternativeIds, reservationIds }).confirmationCode
    assert.equal(code({ referenceNumber: ' ' }, base.reservationIds), 'HA-43')
    assert.equal(code(null, [{ id: 'E9', idSource: 'EXPEDIA' }]), '5551')
    assert.equal('ownId' in reservation({ alternativeIds: { supplierId: 5551 } }), false)
  })

  it('was sold by Vrbo or by another brand of its group', () => {
    const source = (distributionChannel: string | null) => reservation({ distributionChannel }).source
    assert.deepEqual([null, 'VRBO', 'EXPEDIA_INTEGRATED', 'HOTELS'].map(source), [
      ...['vrbo', 'vrbo', 'other', 'other'],
    ])
  })

  it('costs the sum for the whole stay where no installment is told', () => {
    const costs = (type: string, installments: object[] = []) => {
      const { totalPrice, currency } = reservation({
        payment: { installments },
        amounts: { summary: [{ type, amount: usd(700) }] },
      })
      return [totalPrice, currency]
    }
    assert.deepEqual(costs('GUESS_PAYMENT'), ['700', 'USD'])
    assert.deepEqual(costs('GUEST_PAYMENT', [{ paymentStatus: 'PAID', amount: null }]), ['700', 'USD'])
    assert.deepEqual(costs('PAYOUT'), [null, 'USD'])
  })

  it('tells its payout only where there is one', () => {
    const payout = { type: 'PAYOUT', amount: usd(340) }
    const { financials } = reservation({ amounts: { summary: [payout, payout] } })
    assert.equal('revenue' in (financials?.host ?? {}), false)
  })

  it('shows no amounts of several currencies beside each other', () => {
    const eur = { paymentStatus: 'PAID', amount: { amount: 10, currencyCode: 'EUR' } }
    const inEuro = reservation({ payment: { status: 'PAID', installments: [eur] } })
    assert.deepEqual([inEuro.totalPrice, inEuro.currency, inEuro.paymentStatus], ['10', 'EUR', 'PAID'])
    assert.equal('financials' in inEuro, false)
    const mixed = reservation({ payment: { status: ' ', installments: [eur, base.payment.installments[0]] } })
    assert.deepEqual([mixed.totalPrice, mixed.currency, 'paymentStatus' in mixed], [null, null, false])
  })
})
