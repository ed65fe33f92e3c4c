import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { UnreadableValue } from './dates.ts'
import { minorUnits, smallestUnit, toMinorUnits } from './minor-units.ts'

describe('an amount in minor units', () => {
  it('has as many decimals as its currency', () => {
    assert.equal(minorUnits({ amount: 12345, currency: 'USD' }), '123.45')
    assert.equal(minorUnits({ amount: 12345, currency: 'JPY' }), '12345')
    assert.equal(minorUnits({ amount: 12345, currency: 'KWD' }), '12.345')
    assert.equal(minorUnits({ amount: 12345, currency: 'UYW' }), '1.2345')
    assert.equal(minorUnits({ amount: 12345, currency: 'jpy' }), '12345')
    assert.equal(minorUnits({ amount: 5, currency: 'EUR' }), '0.05')
    assert.equal(minorUnits({ amount: 0, currency: 'EUR' }), '0')
    assert.equal(minorUnits({ amount: -12300, currency: 'EUR' }), '-123')
    assert.equal(minorUnits({ amount: '9007199254740993', currency: 'EUR' }), '90071992547409.93')
  })

  it('has the decimals of ISO 4217, also where nobody uses them in cash', () => {
    for (const currency of ['HUF', 'IDR', 'COP', 'PKR', 'ALL', 'LBP', 'RSD', 'TWD']) {
      assert.equal(minorUnits({ amount: 12345, currency }), '123.45', currency)
    }
    assert.equal(minorUnits({ amount: 12345, currency: 'IQD' }), '12.345')
  })

  it('is what its text says, however it is written', () => {
    const euros = ['€1,234.50', '1.234,50 €', '1 234,50 €', '€-1,234.50', "CHF 1'234.50", 'EUR 1234.5']
    for (const formatted of euros) {
      assert.equal(minorUnits({ amount: 123450, currency: 'EUR', formatted }), '1234.5')
    }
    assert.equal(minorUnits({ amount: 123400, currency: 'EUR', formatted: '€1,234' }), '1234')
    assert.equal(minorUnits({ amount: 12345, currency: 'JPY', formatted: '¥12,345' }), '12345')
    assert.equal(minorUnits({ amount: 12345, currency: 'EUR', formatted: 'free' }), '123.45')
    assert.equal(minorUnits({ amount: 12345, currency: 'KWD', formatted: 'KD 12.345' }), '12.345')
  })

  it('follows the text where the vendor counts other units than the currency has', () => {
    assert.equal(minorUnits({ amount: 1234500, currency: 'JPY', formatted: '¥12,345' }), '12345')
    assert.equal(minorUnits({ amount: 150, currency: 'EUR', formatted: '€150.00' }), '150')
  })

  it('is refused when it contradicts its text or is none', () => {
    for (const wrong of [
      { amount: 12345, currency: 'EUR', formatted: '€99.00' },
      { amount: 123.45, currency: 'EUR' },
      { amount: '12,345', currency: 'EUR' },
      { amount: 12345, currency: 'EU' },
    ]) {
      assert.throws(() => minorUnits(wrong), UnreadableValue)
    }
  })

  it('has no sign when it is nothing, and no more than sixteen digits', () => {
    assert.equal(minorUnits({ amount: '-0', currency: 'EUR' }), '0')
    assert.equal(minorUnits({ amount: '000500', currency: 'EUR' }), '5')
    assert.throws(
      () => minorUnits({ amount: '12345678901234567', currency: 'EUR' }),
      /whole number of minor units: 12345/,
    )
    const formatted = '1234567890123456'
    assert.equal(minorUnits({ amount: formatted, currency: 'JPY', formatted }), formatted)
    assert.equal(minorUnits({ amount: 500, currency: 'EUR', formatted: '12345678901234567' }), '5')
    assert.equal(minorUnits({ amount: 123450, currency: 'EUR', formatted: 'EUR 1.234,50 ,-' }), '1234.5')
  })

  it('is refused with a currency that only begins or ends like one', () => {
    for (const currency of ['EURO', 'xEUR', '€'])
      assert.throws(() => minorUnits({ amount: 1, currency }), /not a currency/, currency)
  })

  it('is exact for every amount', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e9, max: 1e9 }), (amount) => {
        assert.equal(Math.round(Number(minorUnits({ amount, currency: 'EUR' })) * 100) + 0, amount + 0)
      }),
    )
  })
})

it('the smallest unit is one of them', () => {
  assert.deepEqual(['EUR', 'JPY', 'KWD'].map(smallestUnit), ['0.01', '1', '0.001'])
  assert.throws(() => smallestUnit('EU'), UnreadableValue)
})

describe('an amount to be written in minor units', () => {
  it('is exact, and read back what it was', () => {
    assert.equal(toMinorUnits('640.50', 'EUR'), 64050)
    assert.equal(toMinorUnits('0.07', 'USD'), 7)
    assert.equal(toMinorUnits('19.990', 'USD'), 1999)
    assert.equal(toMinorUnits('-5', 'EUR'), -500)
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10 ** 12 }), (amount) => {
        assert.equal(toMinorUnits(minorUnits({ amount, currency: 'EUR' }), 'EUR'), amount)
      }),
    )
  })

  it('is not guessed where a vendor may count otherwise, and never rounded', () => {
    assert.equal(toMinorUnits('12345', 'JPY'), null)
    assert.equal(toMinorUnits('1.500', 'KWD'), null)
    assert.equal(toMinorUnits('1.005', 'EUR'), null)
    assert.equal(toMinorUnits('1e3', 'EUR'), null)
  })
})
