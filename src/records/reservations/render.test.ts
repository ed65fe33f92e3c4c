import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { renderReservation, type ReservationToShow } from './render.ts'

const at = new Date('2026-06-01T08:00:00.000Z')
const row: ReservationToShow = {
  id: '7',
  listing_id: '3',
  check_in: '2026-07-01',
  check_out: '2026-07-05',
  check_in_time: null,
  check_out_time: null,
  confirmation_code: 'A',
  source: null,
  booked_at: null,
  created_at: at,
  updated_at: at,
  total_price: null,
  currency: null,
  payment_status: null,
  occupancy: null,
  financials: null,
  guest_details: null,
  unit: null,
  guest: null,
  account: null,
  conflicts_with: [],
  former_ids: [],
}
const guest = { id: '5', firstName: 'Ana', lastName: 'Lima', language: null, email: null, phone: null }
const render = (changes: Partial<ReservationToShow>) => renderReservation({ ...row, ...changes })

describe('the stored text of a reservation', () => {
  it('has neither the id nor what time derives', () => {
    const text = render({ guest })
    for (const key of ['id', 'status', 'statusDetail', 'pendingReason', 'respondBy'])
      assert.equal(key in text, false)
  })

  it('has no guest where none is known', () => {
    const text = render({ source: 'owner' })
    for (const key of ['primaryGuest', 'guestName', 'guestId', 'guestDetails', 'occupancy']) {
      assert.equal(key in text, false, key)
    }
    assert.deepEqual([text.source, text.platform], ['owner', 'owner'])
  })

  it('tells of the guest what is known: names, counts, and before them what the source says itself', () => {
    const occupancy = { adults: 2, children: null, infants: null, pets: 0, total: 2 }
    assert.deepEqual(render({ guest, occupancy }).guestDetails, {
      firstName: 'Ana',
      lastName: 'Lima',
      adults: 2,
      pets: 0,
      guestCount: 2,
    })
    assert.deepEqual(render({ occupancy, guest_details: { adults: 'two', city: 'Split' } }).guestDetails, {
      adults: 'two',
      pets: 0,
      guestCount: 2,
      city: 'Split',
    })
  })

  it('has the financials block even when no amount is known', () => {
    const text = render({})
    assert.deepEqual(text.financials, { totalPrice: null, currency: null, paymentStatus: null })
    for (const key of ['totalPrice', 'currency']) assert.equal(key in text, false, key)
  })

  it('shows a price of zero, and a currency without a price', () => {
    const text = render({ total_price: '0', currency: 'EUR' })
    assert.deepEqual([text.financials?.totalPrice, text.totalPrice], [0, '0.00'])
    assert.equal(render({ currency: 'EUR' }).currency, 'EUR')
  })

  it('turns amounts into numbers and leaves every other text alone', () => {
    const text = render({
      financials: {
        cancellationPolicy: '14',
        host: {
          accommodation: '100.10',
          discounts: [{ amount: '-5.00', name: '10', description: '20', type: '30', quantity: 2 }],
          revenue: '95.10',
        },
        guest: { totalPrice: '110.00' },
      },
    })
    assert.deepEqual(text.financials, {
      totalPrice: null,
      currency: null,
      paymentStatus: null,
      cancellationPolicy: '14',
      host: {
        accommodation: 100.1,
        discounts: [{ amount: -5, name: '10', description: '20', type: '30', quantity: 2 }],
        revenue: 95.1,
      },
      guest: { totalPrice: 110 },
    })
  })

  it('names the unit with or without a name', () => {
    assert.deepEqual(render({ unit: { id: '9', name: null } }).unit, { id: '9', name: null })
    assert.equal(render({}).unit, null)
  })
})
