import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { StayRecord } from '../../contract/records.ts'
import { compileCheck, recordChecks } from '../../connector-kit/validate.ts'
import { toStay } from './map-reservation.ts'
import { VendorBooking } from './vendor.ts'

const rowCheck = compileCheck(VendorBooking)
const base = {
  id: 17,
  propertyId: 5,
  roomId: 70,
  unitId: 2,
  status: 'confirmed',
  arrival: '2026-07-15',
  departure: '2026-07-18',
  firstName: 'Ada',
  lastName: '',
  price: 267.1,
  apiSourceId: 46,
  apiReference: 'HM123',
  bookingTime: '2026-03-01T23:30:00Z',
}

function stay(fields: object, units = 3): StayRecord {
  const row: unknown = { ...base, ...fields }
  assert.equal(rowCheck.problem(row), null)
  const record = toStay(row as VendorBooking, { currency: 'EUR', units })
  assert.equal(recordChecks.stay.problem(record), null)
  return record
}

function reservation(fields: object, units?: number) {
  const record = stay(fields, units)
  assert.equal(record.kind, 'reservation')
  return record as Extract<StayRecord, { kind: 'reservation' }>
}

describe('a Beds24 booking', () => {
  it('is what its status says', () => {
    const meaning = (status: string) => {
      const record = stay({ status })
      return record.kind === 'reservation' ? [record.status, record.pendingReason] : record.kind
    }
    assert.deepEqual(['confirmed', 'new', 'request', 'cancelled', 'inquiry', 'black'].map(meaning), [
      ['confirmed', undefined],
      ['confirmed', undefined],
      ['pending', 'host_approval'],
      ['cancelled', undefined],
      'inquiry',
      'block',
    ])
    assert.deepEqual(['Confirmed', 'BLACK'].map(meaning), [['confirmed', undefined], 'block'])
    for (const status of ['', 'toString', 'blacked']) {
      assert.deepEqual(meaning(status), ['pending', undefined])
    }
  })

  it('is mapped as a whole', () => {
    const fields = { numAdult: 2, numChild: 1, tax: 17.1, lang: 'en', arrivalTime: '16:30' }
    assert.deepEqual(reservation(fields), {
      kind: 'reservation',
      externalId: '17',
      listingExternalId: '70',
      unitExternalId: '70-2',
      confirmationCode: 'HM123',
      source: 'airbnb',
      status: 'confirmed',
      checkIn: '2026-07-15',
      checkOut: '2026-07-18',
      checkInTime: '16:30',
      bookedAt: '2026-03-01T23:30:00Z',
      occupancy: { adults: 2, children: 1, infants: null, pets: null, total: null },
      totalPrice: '267.1',
      currency: 'EUR',
      financials: {
        guest: { totalPrice: '267.1', taxes: [{ amount: '17.1', name: 'Tax', type: 'tax' }] },
      },
      guest: {
        ...{ firstName: 'Ada', lastName: null, email: null, phone: null, language: 'en', country: null },
      },
      guestDetails: {},
      sourceStatus: 'confirmed',
    })
    assert.equal(reservation({ apiReference: '' }).confirmationCode, '17')
  })

  it('that only asks is an inquiry with its dates, and holds nothing', () => {
    assert.deepEqual(stay({ status: 'inquiry', apiSourceId: 19, numAdult: 2 }), {
      kind: 'inquiry',
      externalId: '17',
      listingExternalId: '70',
      channel: 'booking',
      status: 'open',
      checkIn: '2026-07-15',
      checkOut: '2026-07-18',
      occupancy: { adults: 2, children: null, infants: null, pets: null, total: null },
      receivedAt: '2026-03-01T23:30:00Z',
      guest: {
        ...{ firstName: 'Ada', lastName: null, email: null, phone: null, language: null, country: null },
      },
      sourceStatus: 'inquiry',
    })
  })

  it('tells who cancelled it', () => {
    const by = (fields: object) => {
      const { statusDetail, cancelledBy, cancelledAt } = reservation({ status: 'cancelled', ...fields })
      return [statusDetail, cancelledBy, cancelledAt]
    }
    assert.deepEqual(by({ subStatus: 'cancelledByGuest', cancelTime: '2026-05-01T08:00:00Z' }), [
      'cancelled_by_guest',
      'guest',
      '2026-05-01T08:00:00Z',
    ])
    assert.deepEqual(by({ subStatus: 'cancelledByHost' }), ['cancelled_by_host', 'host', null])
    assert.deepEqual(by({ subStatus: 'nonPayment' }), [null, null, null])
    assert.equal(reservation({ subStatus: 'cancelledByGuest' }).cancelledBy, undefined)
  })

  it('names its unit together with its room type, if it has one of several', () => {
    assert.equal(reservation({}).unitExternalId, '70-2')
    assert.equal(reservation({ unitId: 0 }).unitExternalId, null)
    assert.equal(reservation({}, 1).unitExternalId, null)
  })

  it('comes from where its number says, and from its channel where there is no number', () => {
    const sources = [46, 10, 19, 30, 40, 0, 999, 1, 14, 28].map(
      (apiSourceId) => reservation({ apiSourceId }).source,
    )
    assert.deepEqual(sources, [
      ...['airbnb', 'airbnb', 'booking.com', 'vrbo', 'vrbo', 'direct', 'direct', 'website', 'other', 'other'],
    ])
    assert.equal(reservation({ apiSourceId: null, channel: 'booking' }).source, 'booking.com')
  })

  it('has amounts as they were written, and none where zero stands for nothing', () => {
    const record = reservation({ commission: 40.32, tax: 0 })
    assert.deepEqual([record.totalPrice, record.currency], ['267.1', 'EUR'])
    assert.deepEqual(record.financials, {
      host: { hostFees: [{ amount: '40.32', name: 'Commission', type: 'commission' }] },
      guest: { totalPrice: '267.1' },
    })
    const feed = reservation({ price: 0, commission: 0 })
    assert.deepEqual([feed.totalPrice, feed.financials], [null, undefined])
  })

  it('has a guest as soon as anything of one is known', () => {
    const guest = reservation({ mobile: '+49 1', country: 'Germany', country2: 'DE', city: 'Köln' })
    assert.deepEqual(guest.guest, {
      ...{ firstName: 'Ada', lastName: null, email: null, phone: '+49 1', language: null, country: 'DE' },
    })
    assert.deepEqual(guest.guestDetails, { city: 'Köln', country: 'Germany' })
    assert.equal(reservation({ firstName: ' ' }).guest, undefined)
  })

  it('has a time of arrival only when the guest wrote one', () => {
    const times = ['16:30', '24:00', 'late evening', ''].map(
      (arrivalTime) => reservation({ arrivalTime }).checkInTime,
    )
    assert.deepEqual(times, ['16:30', '00:00', null, null])
  })

  it('is refused without dates', () => {
    assert.throws(() => stay({ arrival: '0000-00-00' }), /without dates/)
    assert.throws(() => stay({ departure: '2026-07-01' }), /before arriving/)
  })
})
