import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { InquiryRecord, ReservationRecord } from '../../contract/records.ts'
import { compileCheck, recordChecks } from '../../connector-kit/validate.ts'
import { toStay } from './map-reservation.ts'
import { VendorReservation } from './vendor.ts'

const rowCheck = compileCheck(VendorReservation)
const base: VendorReservation = {
  _id: '6134a49cd450d300307794cb',
  listingId: '5fba2d97d8e638002d76d842',
  status: 'confirmed',
  source: 'Airbnb',
  integration: { platform: 'airbnb2' },
  confirmationCode: 'HM12345678',
  checkInDateLocalized: '2026-07-15',
  checkOutDateLocalized: '2026-07-18',
  createdAt: '2026-05-01T10:00:00.000Z',
  confirmedAt: '2026-05-01T10:05:00.123Z',
}

function stay(fields: Partial<VendorReservation> = {}) {
  const row = { ...base, ...fields }
  assert.equal(rowCheck.problem(row), null)
  const record = toStay(row)
  assert.equal(recordChecks.stay.problem(record), null)
  return record
}
const booking = (fields: Partial<VendorReservation> = {}) => {
  const record = stay(fields)
  assert.equal(record.kind, 'reservation')
  return record as ReservationRecord
}
const question = (fields: Partial<VendorReservation> = {}) => {
  const record = stay(fields)
  assert.equal(record.kind, 'inquiry')
  return record as InquiryRecord
}
const never = { confirmedAt: null, reservedAt: null }

describe('the status of a Guesty reservation', () => {
  it('says what it is', () => {
    const meanings = [
      ['confirmed', 'confirmed', undefined],
      ['checked_in', 'confirmed', undefined],
      ['checked_out', 'confirmed', undefined],
      ['awaiting_payment', 'pending', 'guest_payment'],
      ['reserved', 'pending', 'host_approval'],
    ] as const
    for (const [status, meaning, reason] of meanings) {
      const record = booking({ status })
      assert.deepEqual([record.status, record.pendingReason, record.sourceStatus], [meaning, reason, status])
    }
  })

  it('of held nights names nobody who has to answer unless a channel asks the host', () => {
    const held = { status: 'reserved', integration: { platform: 'manual' }, source: 'Manual' }
    assert.deepEqual([booking(held).status, booking(held).pendingReason], ['pending', undefined])
  })

  it('holds the nights when it is not known, whatever word it is', () => {
    for (const status of ['teleported', '', 'Confirmed', 'toString', 'constructor']) {
      assert.equal((stay({ status }) as { status?: unknown }).status, 'pending')
    }
  })

  it('of a question never makes a stay', () => {
    assert.equal(question({ status: 'inquiry' }).status, 'open')
    // Some questions carry the time of a booking that was tried; they are questions all the same.
    assert.equal(question({ status: 'inquiry', reservedAt: '2026-05-01T10:00:00.000Z' }).status, 'open')
    for (const [status, end] of [
      ['closed', 'expired'],
      ['declined', 'declined'],
      ['expired', 'expired'],
    ] as const) {
      assert.equal(question({ status, ...never }).status, end)
    }
  })

  it('of a booking that came to nothing makes a cancelled one', () => {
    for (const [status, detail] of [
      ['closed', undefined],
      ['declined', 'declined'],
      ['expired', 'request_expired'],
    ] as const) {
      const record = booking({ status, confirmedAt: null, reservedAt: '2026-05-01T10:00:00.000Z' })
      assert.deepEqual([record.status, record.statusDetail], ['cancelled', detail])
    }
  })

  it('tells who called it off', () => {
    const cancelled = (canceledBy: string | null) =>
      booking({ status: 'canceled', canceledBy, canceledAt: '2026-06-01T08:00:00.000Z' })
    for (const [by, whom, detail] of [
      ['GUEST', 'guest', 'cancelled_by_guest'],
      ['HOST', 'host', 'cancelled_by_host'],
      ['OWNER', 'host', 'cancelled_by_host'],
      ['TEAM_MEMBER', 'host', 'cancelled_by_host'],
      ['Mira', null, null],
      [null, null, null],
    ] as const) {
      const record = cancelled(by)
      assert.deepEqual([record.status, record.cancelledBy, record.statusDetail], ['cancelled', whom, detail])
      assert.equal(record.cancelledAt, '2026-06-01T08:00:00.000Z')
    }
    // Even one that never was confirmed: the word says that it was called off.
    assert.equal(booking({ status: 'canceled', ...never }).status, 'cancelled')
  })
})

describe('the dates of a Guesty reservation', () => {
  it('are those at the listing', () => {
    const moments = { checkIn: '2026-07-16T01:00:00.000Z', checkOut: '2026-07-18T21:00:00.000Z' }
    const record = booking({ ...moments, listing: { timezone: 'Pacific/Honolulu' } })
    assert.deepEqual([record.checkIn, record.checkOut], ['2026-07-15', '2026-07-18'])
    assert.deepEqual([record.checkInTime, record.checkOutTime], ['15:00', '11:00'])
  })

  it('are read from the moments in the time zone of the listing, and not without one', () => {
    const moments = {
      checkInDateLocalized: null,
      checkOutDateLocalized: null,
      checkIn: '2026-07-15T22:30:00.000Z',
      checkOut: '2026-07-18T01:00:00.000Z',
    }
    const record = booking({ ...moments, listing: { timezone: 'Asia/Tokyo' } })
    assert.deepEqual([record.checkIn, record.checkOut], ['2026-07-16', '2026-07-18'])
    assert.throws(() => stay(moments), /without dates/)
    assert.throws(() => stay({ ...moments, listing: { timezone: 'Mars/Base' } }), /without dates/)
  })

  it('follow the clock through a change of the hour', () => {
    const moments = { checkIn: '2026-03-28T14:00:00.000Z', checkOut: '2026-03-30T08:00:00.000Z' }
    const record = booking({
      ...moments,
      checkInDateLocalized: '2026-03-28',
      checkOutDateLocalized: '2026-03-30',
      listing: { timezone: 'Europe/Berlin' },
    })
    assert.deepEqual([record.checkInTime, record.checkOutTime], ['15:00', '10:00'])
  })

  it('come with the planned time before the one in the moment', () => {
    const planned = {
      plannedArrival: '21:15',
      plannedDeparture: 'soon',
      checkOut: '2026-07-18T08:00:00.000Z',
    }
    const record = booking({ ...planned, listing: { timezone: 'Europe/Berlin' } })
    assert.deepEqual([record.checkInTime, record.checkOutTime], ['21:15', '10:00'])
    assert.deepEqual([booking().checkInTime, booking().checkOutTime], [null, null])
  })

  it('have to be dates in order', () => {
    assert.throws(() => stay({ checkOutDateLocalized: '2026-07-14' }), /before arriving/)
    assert.throws(() => stay({ checkInDateLocalized: '2026-02-30' }), /not a date/)
    assert.equal(stay({ checkOutDateLocalized: '2026-07-15' }).kind, 'block')
  })

  it('of a question may be missing', () => {
    const record = question({ status: 'inquiry', checkInDateLocalized: null, checkOutDateLocalized: null })
    assert.deepEqual([record.checkIn, record.checkOut], [null, null])
  })
})

describe('where a Guesty reservation stands', () => {
  const home = base.listingId
  const place = (fields: Partial<VendorReservation>) => {
    const { listingExternalId, unitExternalId } = booking(fields)
    return [listingExternalId, unitExternalId]
  }
  it('is a listing, or a unit of one', () => {
    assert.deepEqual(place({}), [home, undefined])
    assert.deepEqual(place({ listing: { type: 'SINGLE' } }), [home, undefined])
    assert.deepEqual(place({ listing: { type: 'MTL', mtl: { c: ['a', 'b'] } } }), [home, undefined])
    assert.deepEqual(place({ listing: { type: 'MTL_CHILD', mtl: { p: 'parent' } } }), ['parent', home])
    assert.deepEqual(place({ unitTypeId: 'parent', unitId: home }), ['parent', home])
    assert.deepEqual(place({ unitTypeId: 'parent' }), ['parent', home])
    assert.deepEqual(place({ unitTypeId: home, unitId: home }), [home, undefined])
  })
  it('stays as it came when the parent is not told', () => {
    assert.deepEqual(place({ listing: { type: 'MTL_CHILD' } }), [home, undefined])
  })
})

describe('where a Guesty reservation came from', () => {
  const source = (platform: string | null, name: string | null) =>
    booking({ integration: platform === null ? null : { platform }, source: name }).source
  it('is told by the platform, then by the free text', () => {
    for (const [platform, name, wanted] of [
      ['airbnb2', 'Airbnb', 'airbnb'],
      ['bookingCom', 'Booking.com', 'booking.com'],
      ['homeaway2', 'HomeAway', 'vrbo'],
      ['manual', 'Manual', 'direct'],
      ['manual', 'Website', 'website'],
      ['manual', 'owner', 'owner'],
      ['direct', 'fb-campaign-01', 'direct'],
      ['rentalsUnited', 'Expedia', 'other'],
      ['rentalsUnited', 'Booking.com', 'booking.com'],
      // What the account calls it does not change what the channel is.
      ['airbnb2', 'Website', 'airbnb'],
      [null, 'Airbnb', 'airbnb'],
      [null, 'constructor', 'other'],
      [null, null, null],
    ] as const) {
      assert.equal(source(platform, name), wanted, `${platform} ${name}`)
    }
  })
})

describe('who comes with a Guesty reservation', () => {
  const guest = { _id: 'g1', firstName: 'Zoë', lastName: 'Öz', email: ' zoe@example.com ', phone: '' }
  it('has an id, a name and what the channel gives away', () => {
    const record = booking({
      guest: { ...guest, preferredLanguage: 'tr', picture: { regular: '//images.example.com/z.jpg' } },
      guestsCount: 3,
      numberOfGuests: { numberOfAdults: 2, numberOfChildren: 1, numberOfInfants: 0 },
    })
    assert.deepEqual(record.guest, {
      externalId: 'g1',
      firstName: 'Zoë',
      lastName: 'Öz',
      email: 'zoe@example.com',
      phone: null,
      language: 'tr',
      country: null,
      avatarUrl: 'https://images.example.com/z.jpg',
    })
    assert.deepEqual(record.occupancy, { adults: 2, children: 1, infants: 0, pets: null, total: 3 })
  })
  it('is nobody while there is only an id', () => {
    assert.equal(booking({ guestId: 'g1', guest: null }).guest, undefined)
    assert.equal(booking({ guest: { _id: 'g1', fullName: ' ' } }).guest, undefined)
  })
  it('is nobody on an owner stay', () => {
    const record = booking({ source: 'owner', integration: { platform: 'manual' }, guest, guestsCount: 2 })
    assert.deepEqual(
      [record.source, record.guest, record.occupancy, record.financials],
      ['owner', ...Array(3)],
    )
  })
  it('is called by the whole name where there is no other', () => {
    const { guest: named } = booking({ guest: { fullName: 'Ana María de la Cruz' } })
    assert.deepEqual([named?.firstName, named?.lastName], ['Ana', 'María de la Cruz'])
  })
})

describe('the money of a Guesty reservation', () => {
  const money = {
    currency: 'EUR',
    invoiceItems: [
      {
        title: 'Accommodation fare',
        type: 'ACCOMMODATION_FARE',
        normalType: 'AF',
        amount: 300.1,
        currency: 'EUR',
      },
      { title: 'Cleaning fee', type: 'CLEANING_FEE', normalType: 'CF', amount: 50.2, currency: 'EUR' },
      { title: 'Weekly discount', type: 'DISCOUNT', amount: -30.01, currency: 'EUR' },
      { title: 'City tax', type: 'TAX', amount: 12.6, currency: 'EUR', isTax: true },
      { title: 'Deposit', type: 'FEE', amount: 100, currency: 'USD' },
      { title: 'Nothing', type: 'FEE', amount: 0, currency: 'EUR' },
    ],
    fareAccommodation: 300.1,
    hostServiceFee: 40.5,
    hostServiceFeeIncTax: 0,
    subTotalPrice: 320.29,
    totalTaxes: 12.6,
    hostPayout: 292.39,
    isFullyPaid: false,
  }
  it('is exact', () => {
    const record = booking({ money })
    assert.deepEqual(
      [record.totalPrice, record.currency, record.paymentStatus],
      // 320.29 + 12.6 is 332.89000000000004 in floating arithmetic.
      ['332.89', 'EUR', 'pending'],
    )
    const fees = [{ amount: '50.2', name: 'Cleaning fee', type: 'cleaning_fee' }]
    const taxes = [{ amount: '12.6', name: 'City tax', type: 'tax' }]
    assert.deepEqual(record.financials, {
      host: {
        accommodation: '300.1',
        discounts: [{ amount: '-30.01', name: 'Weekly discount', type: 'discount' }],
        guestFees: fees,
        hostFees: [{ amount: '40.5', name: 'Channel commission' }],
        taxes,
        revenue: '292.39',
      },
      guest: { totalPrice: '332.89', fees, taxes },
    })
  })
  it('has no total where a part of it is missing', () => {
    const { totalTaxes: _taxes, ...rest } = money
    assert.equal(booking({ money: rest }).totalPrice, null)
    assert.equal(booking({ money: { subTotalPrice: 10, totalTaxes: 0 } }).totalPrice, '10')
    assert.deepEqual(
      [booking().totalPrice, booking().currency, booking().financials],
      [null, null, undefined],
    )
  })
  it('is read from the sums where there is no invoice', () => {
    const sums = { currency: 'EUR', fareCleaning: 50, subTotalPrice: 150, totalTaxes: 9.99 }
    const { financials } = booking({ money: sums })
    assert.deepEqual(financials?.guest?.fees, [{ amount: '50', name: 'Cleaning fee' }])
    assert.deepEqual(financials?.guest?.taxes, [{ amount: '9.99', name: 'Tax' }])
    assert.equal(financials?.host?.revenue, undefined)
  })
})
