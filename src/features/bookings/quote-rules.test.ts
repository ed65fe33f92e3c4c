import assert from 'node:assert/strict'
import { it } from 'node:test'
import fc from 'fast-check'
import { sumOf } from './quote-rules.ts'

it('prices are added exactly', () => {
  assert.equal(sumOf([]), '0.000000')
  assert.equal(sumOf(['0.1', '0.2']), '0.300000')
  assert.equal(sumOf(['99999999999999.99', '0.01']), '100000000000000.000000')
  const cents = fc.array(fc.bigInt({ min: 0n, max: 10n ** 12n }), { maxLength: 60 })
  const text = (value: bigint) => `${value / 100n}.${String(value % 100n).padStart(2, '0')}`
  fc.assert(
    fc.property(cents, (values) => {
      const total = values.reduce((sum, value) => sum + value, 0n)
      assert.equal(sumOf(values.map(text)), `${text(total)}0000`)
    }),
  )
})
