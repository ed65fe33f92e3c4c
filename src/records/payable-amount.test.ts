import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertPayable } from './payable-amount.ts'

test('an amount has as many decimals as its currency at most', () => {
  for (const [amount, currency] of [
    ['100', 'JPY'],
    ['100.00', 'JPY'],
    ['100.25', 'EUR'],
    ['100.125', 'KWD'],
    ['100.125', null],
  ] as const)
    assertPayable('price', amount, currency)
  for (const [amount, currency, most] of [
    ['100.5', 'JPY', 'no decimals'],
    ['100.125', 'EUR', '2 decimals'],
  ] as const)
    assert.throws(
      () => assertPayable('price', amount, currency, 100.5),
      (error: Error) => error.message.endsWith(`${currency} has ${most}.`),
    )
})
