import assert from 'node:assert/strict'
import { it } from 'node:test'
import { addDecimals } from './money.ts'
import { nightShares } from './night-shares.ts'

it('nights share a price to its smallest unit, and the first has the remainder', () => {
  assert.deepEqual(nightShares('100.01', 3, 'EUR'), ['33.35', '33.33', '33.33'])
  assert.deepEqual(nightShares('1000', 3, 'JPY'), ['334', '333', '333'])
  assert.equal(addDecimals(nightShares('712.4', 7, 'USD')), '712.4')
  for (const [price, currency] of [
    ['-5', 'EUR'],
    ['10.5', 'JPY'],
    ['0.005', 'EUR'],
  ] as const)
    assert.throws(() => nightShares(price, 2, currency), /cannot be the price/)
})
