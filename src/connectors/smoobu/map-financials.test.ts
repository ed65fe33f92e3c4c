import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { toFinancials } from './map-financials.ts'
import type { VendorReservation } from './vendor.ts'

const booking = (fields: Partial<VendorReservation>): VendorReservation => ({
  id: 1,
  type: 'reservation',
  arrival: '2027-07-10',
  departure: '2027-07-14',
  apartment: { id: 2 },
  ...fields,
})

describe('the price of a Smoobu booking', () => {
  it('counts no part that is inside another, and no sum of the others', () => {
    const priceElements = [
      { type: 'basePrice', name: 'Base price', amount: 400 },
      { type: 'tax', name: 'MwSt.', amount: 26.17, priceIncludedInId: 41 },
      { type: 'channelCustom', name: 'Total Paid Amount', amount: 430 },
      { type: 'channelCustom', name: 'Kurtaxe', amount: 6, priceIncludedInId: 0 },
    ]
    assert.deepEqual(toFinancials(booking({ price: 430, priceElements })), {
      host: { accommodation: '400' },
      guest: {
        totalPrice: '430',
        taxes: [{ amount: '6', name: 'Kurtaxe', type: 'channelCustom' }],
      },
    })
  })

  it('tells a commission once', () => {
    const priceElements = [{ type: 'commission', name: 'Commission', amount: 84 }]
    const commission = { amount: '84', name: 'Commission', type: 'commission' }
    const twice = toFinancials(booking({ 'commission-included': 84, priceElements }))
    assert.deepEqual(twice?.host?.hostFees, [commission])
    assert.deepEqual(toFinancials(booking({ priceElements }))?.host?.hostFees, [commission])
  })
})
