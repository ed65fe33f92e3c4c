import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { decimalText, decimalToNumber, fractionOfPercent, scaled } from './decimal.ts'

describe('an amount with two places', () => {
  const amounts: [string, string][] = [
    ['0', '0.00'],
    ['-0', '0.00'],
    ['5', '5.00'],
    ['5.', '5.00'],
    ['007.1', '7.10'],
    ['642.5', '642.50'],
    ['642.500000', '642.50'],
    ['0.005', '0.01'],
    ['0.00499999', '0.00'],
    ['-0.004', '0.00'],
    ['-0.005', '-0.01'],
    ['1.005', '1.01'],
    ['2.675', '2.68'],
    ['9.995', '10.00'],
    ['99999999999999.995', '100000000000000.00'],
    ['123456789012345678901234567890.12', '123456789012345678901234567890.12'],
  ]
  for (const [decimal, text] of amounts)
    it(`${decimal} is ${text}`, () => assert.equal(scaled(decimal, 2), text))

  it('has as many places as asked', () => {
    assert.deepEqual([scaled('1.5', 0), scaled('0.4', 0), scaled('-1.5', 0)], ['2', '0', '-2'])
    assert.equal(scaled('1.2345', 3), '1.235')
  })

  it('is the amount itself when nothing has to be rounded', () => {
    const cents = fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n })
    fc.assert(
      fc.property(cents, (value) => {
        const digits = String(value < 0n ? -value : value).padStart(3, '0')
        const text = `${value < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
        assert.equal(scaled(text, 2), text)
        assert.equal(scaled(`${text}49`, 2), text)
      }),
    )
  })

  it('is refused when it is no decimal', () => {
    for (const text of ['', 'NaN', '1e5', '1,5', '+1', '.5', 'Infinity']) {
      assert.throws(() => scaled(text, 2), /is not a decimal amount/, text)
    }
  })
})

it('an amount as JSON number has no noise', () => {
  const texts = ['0.1', '0.3', '1.005', '642.50', '-12.10', '9999999999999.99'].map((text) =>
    JSON.stringify(decimalToNumber(text)),
  )
  assert.deepEqual(texts, ['0.1', '0.3', '1.005', '642.5', '-12.1', '9999999999999.99'])
})

it('a JSON number is written as decimal text, unless no currency has so many decimals', () => {
  assert.deepEqual([0, -5, 120, 0.5, -12.25, 1.005].map(decimalText), [
    '0',
    '-5',
    '120',
    '0.5',
    '-12.25',
    '1.005',
  ])
  assert.deepEqual([0.0001, 1.2345, 1e21, 1e-7, -1e21, NaN, Infinity].map(decimalText), Array(7).fill(null))
})

it('a percentage is a hundredth of its number', () => {
  const percents = ['0', '5', '10', '15', '100', '120', '7.5', '12.50', '0.25', '1000']
  assert.deepEqual(percents.map(fractionOfPercent), [
    '0',
    '0.05',
    '0.1',
    '0.15',
    '1',
    '1.2',
    '0.075',
    '0.125',
    '0.0025',
    '10',
  ])
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1_000_000 }), (hundredths) => {
      const percent = `${Math.floor(hundredths / 100)}.${String(hundredths % 100).padStart(2, '0')}`
      assert.equal(Number(fractionOfPercent(percent)), hundredths / 10_000)
    }),
  )
})
