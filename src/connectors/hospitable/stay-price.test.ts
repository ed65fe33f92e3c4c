import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { nightsFor, nightsOf } from './stay-price.ts'

/** Computes the vendor's charges for nights of this price. */
const charged = (nights: number, fees: number, rates: number[], onFees: boolean) => {
  const taxes = rates.map((rate) => Math.round((nights + (onFees ? fees : 0)) * rate))
  return { total: nights + fees + taxes.reduce((sum, tax) => sum + tax, 0), fees, taxes }
}

describe('the price of the nights', () => {
  it('is what is left of a quote without its fees and taxes', () => {
    const stay = charged(48_000, 6500, [0.06, 0.0175], true)
    assert.equal(nightsOf(stay), 48_000)
    assert.equal(nightsFor(stay.total, stay), 48_000)
  })

  it('comes to another total with the fees and taxes that the vendor adds', () => {
    for (const onFees of [true, false]) {
      for (const rates of [[], [0.0625], [0.06, 0.0175], [0.1]]) {
        const stay = charged(52_345, 7000, rates, onFees)
        for (const nights of [9900, 40_017, 52_346, 173_333]) {
          const { total } = charged(nights, 7000, rates, onFees)
          const found = nightsFor(total, stay)
          assert.equal(charged(found ?? -1, 7000, rates, onFees).total, total, `${rates} of ${nights}`)
        }
      }
    }
  })

  it('never exceeds a total that rounding leaves out', () => {
    const stay = charged(50_000, 0, [0.5], false)
    // Nights of 33334 cost 50001 with tax, and nights of 33333 cost 50000.
    assert.equal(nightsFor(50_000, stay), 33_333)
    assert.ok(charged(nightsFor(49_999, stay) ?? 0, 0, [0.5], false).total <= 49_999)
  })

  it('is none where fees alone are more than the total', () => {
    assert.equal(nightsFor(6000, charged(48_000, 6500, [0.06], true)), null)
  })
})
