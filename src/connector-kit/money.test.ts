import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { addDecimals, decimalString, inUnits, isSameAmount, negated, nonZeroDecimal } from './money.ts'

const canonical = /^-?\d{1,14}(\.\d{1,6})?$/

describe('decimalString', () => {
  it('gives back the cents that went into JSON', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e12, max: 1e12 }), (cents) => {
        const digits = String(Math.abs(cents)).padStart(3, '0')
        const written = `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
        const read = decimalString(JSON.parse(written) as number)
        assert.ok(read !== null && canonical.test(read), String(read))
        assert.equal(toCents(read), BigInt(cents))
        assert.equal(toCents(decimalString(written) ?? ''), BigInt(cents))
      }),
    )
  })
  it('always fits the canonical form', () => {
    fc.assert(
      fc.property(fc.double({ min: -1e13, max: 1e13, noNaN: true }), (amount) => {
        const read = decimalString(amount)
        assert.ok(read !== null && canonical.test(read), String(read))
        assert.ok(Math.abs(Number(read) - amount) <= Math.max(1e-6, Math.abs(amount) * 1e-15))
      }),
    )
  })
  it('rounds the noise of floating arithmetic away', () => {
    assert.equal(decimalString(0.1 + 0.2), '0.3')
    assert.equal(decimalString(1.1 * 3), '3.3')
    assert.equal(decimalString('9.9999999'), '10')
    assert.equal(decimalString('-0.00000001'), '0')
    assert.deepEqual(['0.0000005', '0.00000049', '-1.0000005'].map(decimalString), [
      '0.000001',
      '0',
      '-1.000001',
    ])
    assert.deepEqual(['1.123456', '0007.50', '000'].map(decimalString), ['1.123456', '7.50', '0'])
  })
  it('reads amounts that people wrote where only one reading is possible', () => {
    const read = [
      '12,50',
      '1.540,50',
      '1,540.50',
      '1 540,5',
      "1'540.50",
      '1,540,000',
      '1.540.000',
      '€ 95.5',
      '95,50 EUR',
      '−12.5',
    ]
    assert.deepEqual(read.map(decimalString), [
      '12.50',
      '1540.50',
      '1540.50',
      '1540.5',
      '1540.50',
      '1540000',
      '1540000',
      '95.5',
      '95.50',
      '-12.5',
    ])
  })
  it('reads groups of three, signs and currencies on either side', () => {
    const read: [written: string, amount: string][] = [
      ['12,345,678.90', '12345678.90'],
      ['12.345.678,90', '12345678.90'],
      ['123,456.7', '123456.7'],
      ['123.456,7', '123456.7'],
      ['123,456,789', '123456789'],
      ['123.456.789', '123456789'],
      ['1 234 567', '1234567'],
      ['1\u00a0540', '1540'],
      ['1\u202f540,25', '1540.25'],
      ['123,4567', '123.4567'],
      ['123,45678', '123.45678'],
      ['+12.50', '12.50'],
      ['- 12.50', '-12.50'],
      ['  12.50\n', '12.50'],
      ['EUR12', '12'],
      ['EUR  12', '12'],
      ['12EUR', '12'],
      ['12  €', '12'],
      ['€12', '12'],
    ]
    assert.deepEqual(
      read.map(([written]) => decimalString(written)),
      read.map(([, amount]) => amount),
    )
  })
  it('refuses groups that are none, and words among digits', () => {
    const wrong = [
      '1234,567.8',
      '1234.567,8',
      '1,234.5x',
      '1.234,5x',
      'x1,234.5',
      'x1.234,5',
      '1234,567,890',
      '1234.567.890',
      '1,234,567x',
      '1.234.567x',
      'x12,5',
      '12 EU',
      'A 12',
      '1 2 3',
      '1 2345',
      '12 EUR 5',
      '5\n6',
    ]
    for (const written of wrong) assert.throws(() => decimalString(written), /not an amount/, written)
  })
  it('reads nothing as nothing and refuses what is no amount', () => {
    assert.deepEqual([null, undefined, ''].map(decimalString), [null, null, null])
    for (const wrong of ['1,540', '1,5,40', '12.50.1', '1e5', 'free', NaN, Infinity, 1e21, '--1']) {
      assert.throws(() => decimalString(wrong), /not an amount/)
    }
  })
  it('can take zero for not told', () => {
    assert.deepEqual([0, '0.00', -0, 12.5, null].map(nonZeroDecimal), [null, null, null, '12.5', null])
  })
})

describe('addDecimals', () => {
  it('adds to the cent', () => {
    assert.equal(addDecimals(['0.1', '0.2']), '0.3')
    assert.equal(addDecimals(['99999999999999.99', '0.01']), '100000000000000')
    assert.equal(addDecimals(['10', '-10.005']), '-0.005')
    assert.equal(addDecimals(['1.5', '-1.5']), '0')
    assert.equal(addDecimals([]), '0')
    assert.throws(() => addDecimals(['1', 'x']), /not an amount/)
  })
  it('compares and turns signs without regard to how zero is written', () => {
    assert.deepEqual(['5', '-5', '0', '-0.00', '00'].map(negated), ['-5', '5', '0', '0', '0'])
    assert.ok(isSameAmount('1.50', '1.5') && isSameAmount('-0', '0.000') && !isSameAmount('1', '-1'))
  })
  it('scales to whole units and cuts what is smaller', () => {
    assert.deepEqual(
      [inUnits('1.25', 2), inUnits('-1.259', 2), inUnits('3', 0), inUnits('0.5')],
      [125n, -125n, 3n, 500000n],
    )
  })
  it('adds as whole cents do', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -1e9, max: 1e9 }), { maxLength: 8 }), (cents) => {
        const written = cents.map((amount) => decimalString((amount / 100).toFixed(2)) ?? '')
        const total = cents.reduce((sum, amount) => sum + BigInt(amount), 0n)
        assert.equal(toCents(addDecimals(written)), total)
      }),
    )
  })
})

function toCents(decimal: string): bigint {
  const [, sign = '', whole = '', fraction = ''] = /^(-?)(\d+)\.?(\d*)$/.exec(decimal) ?? []
  const cents = BigInt(whole) * 100n + BigInt(fraction.padEnd(2, '0').slice(0, 2))
  return sign === '-' ? -cents : cents
}
