import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { StayRecord } from '../../contract/records.ts'
import { compileCheck, recordChecks } from '../../connector-kit/validate.ts'
import { toStay } from './map-reservation.ts'
import { VendorBooking } from './vendor.ts'

const rowCheck = compileCheck(VendorBooking)
const base = {
  id: 17,
  property_id: 41203,
  rooms: [
    { room_type_id: 90117, guest_breakdown: { adults: 2, children: 1, infants: 0, pets: 0 }, people: 3 },
  ],
  status: 'Booked',
  source: 'AirbnbIntegration',
  source_text: 'HMABCDE123',
  arrival: '2026-07-15',
  departure: '2026-07-18',
  currency_code: 'USD',
  total_amount: 267.1,
  guest: { name: 'Ada Byron King', email: 'ada@example.com', phone: null, country_code: 'GB' },
  created_at: '2026-03-01T23:30:00+00:00',
}

function stay(fields: object): StayRecord {
  const row: unknown = { ...base, ...fields }
  assert.equal(rowCheck.problem(row), null)
  const record = toStay(row as VendorBooking)
  assert.equal(recordChecks.stay.problem(record), null)
  return record
}

function reservation(fields: object) {
  const record = stay(fields)
  assert.equal(record.kind, 'reservation')
  return record as Extract<StayRecord, { kind: 'reservation' }>
}

const refused = (fields: object, why: RegExp) =>
  assert.throws(() => toStay({ ...base, ...fields } as VendorBooking), why)

describe('a Lodgify booking', () => {
  it('has the status of its word, and holds its nights when nobody knows the word', () => {
    const words = ['Booked', 'Tentative', 'Declined'].map((status) => reservation({ status }).status)
    assert.deepEqual(words, ['confirmed', 'pending', 'cancelled'])
    for (const status of ['Confirmed', 'booked', '', 'toString', null]) {
      assert.equal(reservation({ status }).status, 'pending')
    }
  })

  it('is cancelled by its date or by lying in the trash, whatever the word says', () => {
    const at = '2026-04-02T10:00:00Z'
    for (const fields of [
      { canceled_at: at },
      { is_deleted: true },
      { status: 'Tentative', is_deleted: true },
    ]) {
      assert.equal(reservation(fields).status, 'cancelled')
    }
    assert.equal(reservation({ canceled_at: at }).cancelledAt, '2026-04-02T10:00:00Z')
    assert.equal(reservation({ canceled_at: '0001-01-01T00:00:00' }).status, 'confirmed')
  })

  it('tells who ended it as far as its offer says', () => {
    const by = (fields: object) => {
      const { statusDetail, cancelledBy } = reservation({ status: 'Declined', ...fields })
      return [statusDetail, cancelledBy]
    }
    assert.deepEqual(by({ quote: { status: 'CancelledByGuest' } }), ['cancelled_by_guest', 'guest'])
    assert.deepEqual(by({ quote: { status: 'CancelledByOwner' } }), ['cancelled_by_host', 'host'])
    assert.deepEqual(by({ quote: { status: 'ExpiredByOwner' } }), ['request_expired', null])
    assert.deepEqual(by({ canceled_at: '2026-04-02T10:00:00Z', quote: { status: 'Agreed' } }), [null, null])
    assert.deepEqual(by({}), ['declined', null])
    assert.deepEqual(by({ is_deleted: true }), [null, null])
  })

  it('says what it waits for as far as its offer says', () => {
    const pending = (status: string | null) => {
      const record = reservation({
        status: 'Tentative',
        tentative_expires_at: '2026-03-04T12:00:00Z',
        quote: status === null ? null : { status },
      })
      return [record.pendingReason, record.respondBy]
    }
    assert.deepEqual(pending('PendingForPayment'), ['guest_payment', null])
    assert.deepEqual(pending('PendingForOwner'), ['host_approval', '2026-03-04T12:00:00Z'])
    assert.deepEqual(pending('NotSent'), [null, null])
    assert.deepEqual(pending(null), [null, null])
  })

  it('comes from the source of its word', () => {
    const sources = [
      'Airbnb',
      'BookingCom',
      'HomeAway',
      'OH',
      'Manual',
      'PublicApi',
      'Expedia',
      'ICal',
      'New',
      null,
    ]
    assert.deepEqual(
      sources.map((source) => reservation({ source }).source),
      ['airbnb', 'booking.com', 'vrbo', 'website', 'direct', 'direct', 'other', 'other', 'other', 'other'],
    )
  })

  it("has the channel's code, and the vendor's own number where the text is none", () => {
    assert.equal(reservation({}).confirmationCode, 'HMABCDE123')
    assert.equal(reservation({ source_text: 'Airbnb guest' }).confirmationCode, 'B17')
    assert.equal(reservation({ source_text: null }).confirmationCode, 'B17')
    assert.equal(reservation({ source: 'Manual' }).confirmationCode, 'B17')
  })

  it('keeps stay dates as dates and reads moments in every form', () => {
    const record = reservation({ arrival: '2026-07-15T00:00:00', check_in: { time: '16:30:00' } })
    assert.deepEqual(
      [record.checkIn, record.checkOut, record.checkInTime],
      ['2026-07-15', '2026-07-18', '16:30'],
    )
    const booked = (created_at: string | null) => reservation({ created_at }).bookedAt
    assert.equal(booked('2026-03-01T23:30:00+00:00'), '2026-03-01T23:30:00Z')
    assert.equal(booked('2026-03-02T01:30:00+02:00'), '2026-03-01T23:30:00Z')
    assert.equal(booked('2026-03-01T23:30:00.1234567'), '2026-03-01T23:30:00.123456Z')
    assert.equal(booked('2026-03-01T23:30:00.1234567+00:00'), '2026-03-01T23:30:00.123457Z')
    assert.equal(booked(null), null)
  })

  it('reads amounts as numbers, as text and as objects, exactly', () => {
    const amounts = [267.1, '267.10', { value: 267.1 }, { amount: '267.1' }, null, {}]
    assert.deepEqual(
      amounts.map((total_amount) => reservation({ total_amount }).totalPrice),
      ['267.1', '267.10', '267.1', '267.1', null, null],
    )
  })

  it('has the parts of its price that are told', () => {
    const record = reservation({
      subtotals: { stay: 240, promotions: -24, fees: 40.32, taxes: 10.78, addons: 0, vat: 17 },
      quote: { status: 'Agreed', policy: { name: 'Strict', cancellation: 'No refunds.' } },
    })
    assert.deepEqual(record.financials, {
      cancellationPolicy: 'Strict',
      host: { accommodation: '240', discounts: [{ amount: '-24', name: 'Promotions', type: 'discount' }] },
      guest: {
        totalPrice: '267.1',
        fees: [{ amount: '40.32', name: 'Fees', type: 'fee' }],
        taxes: [{ amount: '10.78', name: 'Taxes', type: 'tax' }],
      },
    })
  })

  it('is paid when the money came, not when nothing is due', () => {
    const paid = (fields: object) => reservation(fields).paymentStatus
    assert.equal(paid({ amount_paid: 267.1, amount_due: 0 }), 'paid')
    assert.equal(paid({ amount_paid: 0, amount_due: 0 }), 'pending')
    assert.equal(paid({ amount_paid: 80, amount_due: 187.1 }), 'partially_paid')
    assert.equal(paid({}), null)
    assert.equal(paid({ total_amount: 0, amount_paid: 0 }), null)
  })

  it('counts the guests of all its rooms, and none where nobody was told of', () => {
    const room = (room_type_id: number, adults: number, people: number) => ({
      room_type_id,
      people,
      guest_breakdown: { adults, children: 0, infants: 0, pets: 0 },
    })
    const two = reservation({ rooms: [room(90117, 2, 2), room(90118, 1, 1)] })
    assert.deepEqual(
      [two.listingExternalId, two.occupancy?.adults, two.occupancy?.total],
      ['41203-90117', 3, 3],
    )
    assert.equal(reservation({ rooms: [room(90117, 0, 0)] }).occupancy, undefined)
    assert.deepEqual(reservation({ rooms: [room(90117, 0, 1)] }).occupancy, {
      adults: null,
      children: null,
      infants: null,
      pets: null,
      total: 1,
    })
  })

  it('has a guest as soon as anything of one is known', () => {
    assert.deepEqual(
      [reservation({}).guest?.firstName, reservation({}).guest?.lastName],
      ['Ada', 'Byron King'],
    )
    assert.equal(reservation({ guest: null }).guest, undefined)
    assert.equal(reservation({ guest: { name: ' ' } }).guest, undefined)
    assert.equal(reservation({ guest: { phone: '+1555' } }).guest?.phone, '+1555')
  })

  it('that marks nights as not to be let is a block, never a stay', () => {
    for (const status of ['Booked', 'Open', 'Declined', 'Unavailable', 'Newspeak']) {
      assert.equal(stay({ status, is_unavailable: true }).kind, 'block')
    }
    assert.equal(stay({ status: 'Unavailable' }).kind, 'block')
  })

  it('that is open is an inquiry, never a stay', () => {
    const record = stay({ status: 'Open' })
    assert.ok(record.kind === 'inquiry')
    assert.deepEqual([record.status, record.checkIn, record.channel], ['open', '2026-07-15', 'airbnb'])
    assert.equal((stay({ status: 'Open', is_deleted: true }) as { status: string }).status, 'declined')
  })

  it('without room or with impossible dates is refused', () => {
    refused({ rooms: [] }, /without room type/)
    refused({ rooms: null }, /without room type/)
    refused({ departure: '2026-07-14' }, /before arriving/)
    refused({ arrival: '2026-02-30' }, /not a date/)
    refused({ arrival: null }, /without dates/)
  })
})
