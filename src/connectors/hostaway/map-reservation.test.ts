import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { StayRecord } from '../../contract/records.ts'
import { compileCheck, recordChecks } from '../../connector-kit/validate.ts'
import { toStay } from './map-reservation.ts'
import { VendorReservation } from './vendor.ts'

const rowCheck = compileCheck(VendorReservation)
const base = {
  id: 17,
  listingMapId: 40160,
  channelId: 2018,
  status: 'new',
  arrivalDate: '2026-07-15',
  departureDate: '2026-07-18',
  currency: 'USD',
  totalPrice: 267.1,
  guestName: 'Ada Byron King',
  guestEmail: 'ada@example.com',
}

function stay(fields: object): StayRecord {
  const row: unknown = { ...base, ...fields }
  assert.equal(rowCheck.problem(row), null)
  const record = toStay(row as VendorReservation)
  assert.equal(recordChecks.stay.problem(record), null)
  return record
}

function reservation(fields: object) {
  const record = stay(fields)
  assert.equal(record.kind, 'reservation')
  return record as Extract<StayRecord, { kind: 'reservation' }>
}

function inquiry(fields: object) {
  const record = stay(fields)
  assert.equal(record.kind, 'inquiry')
  return record as Extract<StayRecord, { kind: 'inquiry' }>
}

describe('a Hostaway reservation', () => {
  it('is to be answered only while it waits, and has an end only once it was cancelled', () => {
    const moments = { pendingExpireDate: '2026-07-01 10:00:00', cancellationDate: '2026-07-02 10:00:00' }
    const of = (status: string) => {
      const { respondBy, cancelledAt } = reservation({ status, ...moments })
      return [respondBy, cancelledAt]
    }
    assert.deepEqual(of('pending'), ['2026-07-01T10:00:00Z', undefined])
    assert.deepEqual(of('new'), [undefined, undefined])
    assert.deepEqual(of('cancelled'), [undefined, '2026-07-02T10:00:00Z'])
  })

  const statuses = [
    ['new', 'confirmed', undefined],
    ['modified', 'confirmed', undefined],
    ['pending', 'pending', 'host_approval'],
    ['unconfirmed', 'pending', 'host_approval'],
    ['awaitingPayment', 'pending', 'guest_payment'],
    ['awaitingGuestVerification', 'pending', 'guest_verification'],
    ['cancelled', 'cancelled', undefined],
    ['declined', 'cancelled', undefined],
    ['expired', 'cancelled', undefined],
    ['unknown', 'cancelled', undefined],
  ] as const
  for (const [word, status, pendingReason] of statuses) {
    it(`with status ${word} is ${status}`, () => {
      const record = reservation({ status: word })
      assert.deepEqual(
        [record.status, record.pendingReason, record.sourceStatus],
        [status, pendingReason, word],
      )
    })
  }

  it('with a status nobody knows holds its nights', () => {
    for (const status of ['checkedIn', 'New', '', 'toString', null]) {
      const record = toStay({ ...base, status } as VendorReservation)
      assert.equal(record.kind === 'reservation' && record.status, 'pending')
    }
  })

  it('tells who ended it', () => {
    const by = (fields: object) => {
      const { statusDetail, cancelledBy, cancelledAt } = reservation({ status: 'cancelled', ...fields })
      return [statusDetail, cancelledBy, cancelledAt]
    }
    assert.deepEqual(by({ cancelledBy: 'guest', cancellationDate: '2026-05-01' }), [
      'cancelled_by_guest',
      'guest',
      '2026-05-01',
    ])
    assert.deepEqual(by({ cancelledBy: 'host' }), ['cancelled_by_host', 'host', null])
    assert.deepEqual(by({ cancelledBy: 'system' }), [null, null, null])
    assert.deepEqual(by({ status: 'declined', cancelledBy: 'host' }), ['declined', 'host', null])
  })

  it('comes from the channel of its number', () => {
    const sources = [2018, 2005, 2002, 2010, 2000, 2013, 2017, 2007, 2015, 4711, null].map(
      (channelId) => reservation({ channelId }).source,
    )
    assert.deepEqual(sources, [
      ...[
        'airbnb',
        'booking.com',
        'vrbo',
        'vrbo',
        'direct',
        'website',
        'website',
        'other',
        'other',
        'other',
        'other',
      ],
    ])
  })

  it("takes the guest's code, then the channel's, then the vendor's", () => {
    const codes = { confirmationCode: 'HMAB12', channelReservationId: '10-20-30', reservationId: '40' }
    assert.equal(reservation(codes).confirmationCode, 'HMAB12')
    assert.equal(reservation({ ...codes, confirmationCode: ' ' }).confirmationCode, '10-20-30')
    assert.equal(reservation({ reservationId: '40' }).confirmationCode, '40')
    assert.equal(reservation({}).confirmationCode, '17')
  })

  it('keeps stay dates as dates and timestamps as UTC', () => {
    const record = reservation({
      reservationDate: '2026-03-01 23:30:00',
      checkInTime: 15,
      checkOutTime: 0,
      status: 'pending',
      pendingExpireDate: '2026-03-02 23:30:00',
    })
    assert.deepEqual([record.checkIn, record.checkOut], ['2026-07-15', '2026-07-18'])
    assert.deepEqual([record.checkInTime, record.checkOutTime], ['15:00', '00:00'])
    assert.deepEqual([record.bookedAt, record.respondBy], ['2026-03-01T23:30:00Z', '2026-03-02T23:30:00Z'])
  })

  it('has amounts as they were written', () => {
    const record = reservation({
      cleaningFee: 40.32,
      taxAmount: 0,
      airbnbExpectedPayoutAmount: 201.05,
      isPaid: 1,
    })
    assert.equal(record.totalPrice, '267.1')
    assert.deepEqual(record.financials, {
      host: { revenue: '201.05' },
      guest: { totalPrice: '267.1', fees: [{ amount: '40.32', name: 'Cleaning fee', type: 'cleaning' }] },
    })
    assert.equal(record.paymentStatus, 'paid')
    assert.equal(reservation({ isPaid: false }).paymentStatus, 'pending')
    assert.equal(reservation({ isPaid: null }).paymentStatus, null)
  })

  it('expects no payout from other channels, nor after a cancellation', () => {
    const payout = { airbnbExpectedPayoutAmount: 201.05 }
    assert.equal(reservation({ ...payout, channelId: 2000 }).financials?.host, undefined)
    assert.equal(reservation({ ...payout, status: 'cancelled' }).financials?.host, undefined)
  })

  it('has a guest as soon as anything of one is known', () => {
    assert.deepEqual(
      [reservation({}).guest?.firstName, reservation({}).guest?.lastName],
      ['Ada', 'Byron King'],
    )
    const nobody = { guestName: '', guestEmail: null }
    assert.equal(reservation(nobody).guest, undefined)
    assert.equal(reservation({ ...nobody, phone: '+1555' }).guest?.phone, '+1555')
  })

  it('has the counts that were told, and none that were not', () => {
    assert.equal(reservation({}).occupancy, undefined)
    assert.deepEqual(reservation({ numberOfGuests: 3, adults: 2, children: null }).occupancy, {
      adults: 2,
      children: null,
      infants: null,
      pets: null,
      total: 3,
    })
  })

  it('names its unit', () => {
    assert.equal(reservation({ reservationUnit: [{ listingUnitId: 5 }] }).unitExternalId, '5')
    assert.equal(reservation({ reservationUnit: [] }).unitExternalId, null)
  })

  it('of the owner has source owner and no guest', () => {
    const record = reservation({ status: 'ownerStay', channelId: 2000, numberOfGuests: 2 })
    assert.deepEqual([record.source, record.status], ['owner', 'confirmed'])
    assert.ok(!('guest' in record) && !('occupancy' in record) && !('financials' in record))
  })

  it('of no nights is a block, unless it is over', () => {
    assert.equal(stay({ departureDate: base.arrivalDate }).kind, 'block')
    assert.equal(stay({ departureDate: base.arrivalDate, status: 'ownerStay' }).kind, 'block')
    assert.equal(stay({ departureDate: base.arrivalDate, status: 'cancelled' }).kind, 'reservation')
  })

  it('with impossible dates is refused', () => {
    for (const fields of [
      { departureDate: '2026-07-14' },
      { arrivalDate: '2026-02-30' },
      { arrivalDate: null },
    ]) {
      assert.throws(() => toStay({ ...base, ...fields } as VendorReservation))
    }
  })
})

describe('a Hostaway inquiry', () => {
  it('is never a stay', () => {
    const words = ['inquiry', 'inquiryPreapproved', 'inquiryDenied', 'inquiryTimedout', 'inquiryNotPossible']
    const states = words.map((status) => inquiry({ status }).status)
    assert.deepEqual(states, ['open', 'pre_approved', 'declined', 'expired', 'not_possible'])
  })

  it('has dates only when the guest named some', () => {
    assert.equal(inquiry({ status: 'inquiry' }).checkIn, '2026-07-15')
    const dateless = inquiry({ status: 'inquiry', isDatesUnspecified: 1 })
    assert.ok(!('checkIn' in dateless) && !('checkOut' in dateless))
  })

  it('that ended without dates does not become a cancelled stay', () => {
    assert.equal(inquiry({ status: 'declined', isDatesUnspecified: 1 }).status, 'declined')
    assert.throws(() => toStay({ ...base, isDatesUnspecified: 1 } as VendorReservation), /without dates/)
    assert.equal(inquiry({ status: 'brandNewWord', isDatesUnspecified: 1 }).status, 'open')
  })

  it('names its channel', () => {
    assert.deepEqual(
      [2018, 2005, 2000].map((channelId) => inquiry({ status: 'inquiry', channelId }).channel),
      ['airbnb', 'booking', 'direct'],
    )
  })
})
