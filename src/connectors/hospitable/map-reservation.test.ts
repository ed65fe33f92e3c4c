import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { recordChecks } from '../../connector-kit/validate.ts'
import { toInquiry, toStay } from './map-reservation.ts'
import type { VendorReservation } from './vendor.ts'

const base: VendorReservation = {
  id: '6f58fd0a-a9cb-4746-9219-384a156ff7bb',
  platform: 'airbnb',
  platform_id: 'HMABC',
  code: 'HM123',
  booking_date: '2026-01-01T12:00:00Z',
  arrival_date: '2026-03-03T00:00:00-05:00',
  departure_date: '2026-03-05T00:00:00-05:00',
  check_in: '2026-03-03T13:00:00-05:00',
  check_out: '2026-03-05T11:00:00-05:00',
  reservation_status: { current: { category: 'accepted', sub_category: null }, history: [] },
  properties: [{ id: 'p1' }],
}

function stay(fields: Partial<VendorReservation>) {
  const record = toStay({ ...base, ...fields })
  assert.equal(recordChecks.stay.problem(record), null)
  return record
}

function reservation(fields: Partial<VendorReservation>) {
  const record = stay(fields)
  assert.ok(record.kind === 'reservation')
  return record
}

const status = (category: string, sub_category: string | null = null) => ({
  reservation_status: { current: { category, sub_category }, history: [] },
})
const money = (amount: number, formatted?: string) => ({ amount, formatted: formatted ?? null })

describe('a Hospitable reservation', () => {
  it('has the dates and times of its property, whatever their offset', () => {
    const record = reservation({
      arrival_date: '2026-03-03T00:00:00+13:00',
      departure_date: '2026-03-05T00:00:00-10:00',
      check_in: '2026-03-03T16:30:00+13:00',
    })
    assert.deepEqual(
      [record.checkIn, record.checkOut, record.checkInTime],
      ['2026-03-03', '2026-03-05', '16:30'],
    )
    assert.equal(reservation({ booking_date: '2026-01-01T12:00:00+02:00' }).bookedAt, '2026-01-01T10:00:00Z')
  })

  it('reads amounts as whole numbers of the smallest unit', () => {
    const priced = (currency: string, amount: number, formatted?: string) =>
      reservation({ financials: { currency, guest: { total_price: money(amount, formatted) } } }).totalPrice
    assert.equal(priced('USD', 12345, '$123.45'), '123.45')
    assert.equal(priced('USD', 12345), '123.45')
    assert.equal(priced('JPY', 12345, '¥12,345'), '12345')
    assert.equal(priced('JPY', 1234500, '¥12,345'), '12345')
    assert.throws(() => priced('USD', 12345, '$12,345.00.00'), /contradicts/)
    assert.throws(() => priced('USD', 123, '$999.00'), /contradicts/)
    for (const currency of ['', 'XXX', 'ABC']) assert.equal(priced(currency, 12345), null, currency)
    assert.deepEqual([reservation({}).totalPrice, reservation({}).currency], [null, null])
  })

  it('keeps the signs of what the host pays', () => {
    const host = {
      accommodation: money(20000, '€200.00'),
      host_fees: [{ ...money(-3000, '€-30.00'), label: 'Host Service Fee', category: 'Service fees' }],
      revenue: money(17000, '€170.00'),
    }
    assert.deepEqual(reservation({ financials: { currency: 'EUR', host } }).financials?.host, {
      accommodation: '200',
      hostFees: [{ amount: '-30', name: 'Host Service Fee', type: 'Service fees' }],
      revenue: '170',
    })
  })

  it('has the status of its category, in either spelling', () => {
    const mapped = (category: string, sub: string | null = null) => {
      const { status: word, statusDetail, pendingReason } = reservation(status(category, sub))
      return [word, statusDetail ?? pendingReason ?? null]
    }
    assert.deepEqual(mapped('accepted'), ['confirmed', null])
    assert.deepEqual(mapped('request', 'request to book'), ['pending', 'host_approval'])
    assert.deepEqual(mapped('request', 'request for payment'), ['pending', 'guest_payment'])
    assert.deepEqual(mapped('request', 'pending verification'), ['pending', 'guest_verification'])
    assert.deepEqual(mapped('unknown'), ['pending', null])
    assert.deepEqual(mapped('checkpoint'), ['pending', null])
    assert.deepEqual(mapped('cancelled', 'withdrawn'), ['cancelled', 'request_voided'])
    assert.deepEqual(mapped('canceled'), ['cancelled', null])
    assert.deepEqual(mapped('not accepted', 'declined'), ['cancelled', 'declined'])
    assert.deepEqual(mapped('not_accepted', 'expired'), ['cancelled', 'request_expired'])
    assert.equal(reservation({ reservation_status: null, status: 'accepted' }).status, 'confirmed')
    for (const word of ['teleported', 'toString', 'booking'])
      assert.equal(reservation(status(word)).status, 'pending')
    assert.equal(reservation({ reservation_status: null }).status, 'pending')
  })

  it('was cancelled when its history says so', () => {
    const current = { category: 'cancelled', sub_category: null }
    const history = [
      { category: 'accepted', changed_at: '2026-01-01T12:00:00Z' },
      { category: 'canceled', changed_at: '2026-01-02T07:00:00-05:00' },
    ]
    const record = reservation({ reservation_status: { current, history } })
    assert.equal(record.cancelledAt, '2026-01-02T12:00:00Z')
  })

  it('of the owner has no guest and no price', () => {
    const record = reservation({
      stay_type: 'owner_stay',
      guest: { first_name: 'Olive', last_name: null },
      financials: { currency: 'EUR', guest: { total_price: money(0) } },
    })
    assert.deepEqual([record.source, record.guest, record.totalPrice], ['owner', undefined, null])
  })

  it('of no nights is a block, and one without property or dates is refused', () => {
    assert.equal(stay({ departure_date: '2026-03-03T00:00:00-05:00' }).kind, 'block')
    assert.throws(() => stay({ properties: [] }), /without property/)
    assert.throws(() => stay({ arrival_date: null }), /without dates/)
    assert.throws(() => stay({ departure_date: '2026-03-01T00:00:00Z' }), /before arriving/)
  })
})

describe('a Hospitable inquiry', () => {
  it('is never a stay, whether its property stands alone or in a list', () => {
    for (const properties of [{ id: 'p1' }, [{ id: 'p1' }]]) {
      const record = toInquiry({
        id: 'i1',
        platform: 'homeaway',
        arrival_date: '2026-03-03T00:00:00Z',
        properties,
      })
      assert.equal(recordChecks.stay.problem(record), null)
      assert.deepEqual([record.kind, record.listingExternalId, record.channel], ['inquiry', 'p1', 'vrbo'])
    }
  })
})
