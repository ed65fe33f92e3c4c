import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { guestBreakdown, hostBreakdown } from './breakdown.ts'
import { transactionsOfBooking } from './transactions-of-booking.ts'

const told = {
  host: {
    accommodation: '400.10',
    guestFees: [
      { amount: '60', type: 'PASS_THROUGH_CLEANING_FEE' },
      { amount: '15.20', type: 'PASS_THROUGH_RESORT_FEE' },
      { amount: '4.80' },
    ],
    hostFees: [
      { amount: '12', type: 'host_fee' },
      { amount: '2.40', type: 'host_fee' },
    ],
    taxes: [{ amount: '9.90', type: 'tax' }],
    revenue: '475.60',
  },
  guest: { taxes: [{ amount: '33.60', type: 'tax' }] },
}

describe('what a booking says of money', () => {
  it('is split into parts, each summed exactly', () => {
    assert.deepEqual(hostBreakdown(told), {
      ...{ accommodation: '400.10', cleaningFee: '60', otherFees: '20', taxes: '9.9' },
      ...{ serviceFee: '-14.4', payout: '475.60', paidOut: null },
    })
    assert.deepEqual(guestBreakdown(told), {
      ...{ accommodation: '400.10', cleaningFee: '60', otherFees: '20' },
      ...{ serviceFee: null, taxes: '43.5', total: null },
    })
  })

  it('is null where nothing is told', () => {
    assert.ok(Object.values(hostBreakdown({})).every((part) => part === null))
    assert.ok(Object.values(guestBreakdown({})).every((part) => part === null))
  })

  it('takes the fees of the guest where the source tells them', () => {
    const fees = [
      { amount: '60', type: 'cleaning' },
      { amount: '45.5', type: 'service' },
    ]
    const guest = guestBreakdown({ host: told.host, guest: { totalPrice: '505.60', fees } })
    assert.deepEqual(
      [guest.cleaningFee, guest.serviceFee, guest.otherFees, guest.total],
      ['60', '45.5', null, '505.60'],
    )
  })

  it('gives a transaction the whole fee of the host, with its tax', () => {
    const booking = {
      ...{ confirmation_code: 'HM1', check_in: '2026-07-01', nights: 3, currency: 'EUR', is_expected: true },
      ...{ listing_name: 'House', guest_name: 'Ada', financials: told },
    }
    const [row, ...more] = transactionsOfBooking(booking, '88123')
    assert.deepEqual(more, [])
    assert.deepEqual(
      [row?.amount, row?.hostServiceFee, row?.grossAmount, row?.cleaningFee],
      ['475.6', '-14.4', '490', '60'],
    )
  })
})
