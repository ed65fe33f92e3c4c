import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { moneyOf } from './map-money.ts'
import type { OrderItem } from './vendor.ts'

let itemCount = 0

function item(Type: string, gross: number | null, more: Partial<OrderItem> = {}): OrderItem {
  const Amount = { Currency: 'EUR', NetValue: gross, GrossValue: gross, TaxValues: [] }
  return { Id: `i${(itemCount += 1)}`, ServiceOrderId: 'r', Type, AccountingState: 'Open', Amount, ...more }
}

const taxed = (net: number, tax: number, gross: number): Partial<OrderItem> => ({
  Amount: { Currency: 'EUR', NetValue: net, GrossValue: gross, TaxValues: [{ Code: 'AT-S', Value: tax }] },
})

describe('what a Mews stay costs', () => {
  it('is the exact sum of what is charged', () => {
    const items = [item('SpaceOrder', 0.1), item('SpaceOrder', 0.2), item('CityTax', 3.3)]
    assert.deepEqual([moneyOf(items, false).total, moneyOf(items, false).currency], ['3.6', 'EUR'])
  })

  it('counts what is on a bill already, and not what was cancelled or never charged', () => {
    const items = [
      item('SpaceOrder', 100, { AccountingState: 'Closed' }),
      item('SpaceOrder', 50, { AccountingState: 'Canceled' }),
      item('ProductOrder', 20, { AccountingState: 'Inactive' }),
    ]
    assert.equal(moneyOf(items, false).total, '100')
  })

  it('counts what is only promised while nothing is confirmed', () => {
    const items = [item('SpaceOrder', 100, { AccountingState: 'Inactive' })]
    assert.equal(moneyOf(items, true).total, '100')
    assert.equal(moneyOf(items, false).total, '0')
  })

  it('is the fee alone after a cancellation, or nothing to pay', () => {
    const night = item('SpaceOrder', 100, { AccountingState: 'Canceled' })
    assert.deepEqual([moneyOf([night], false).total, moneyOf([night], false).currency], ['0', 'EUR'])
    assert.equal(moneyOf([night, item('CancellationFee', 40)], false).total, '40')
  })

  it('is not told in two currencies, nor without any', () => {
    const dollars = { Amount: { Currency: 'USD', NetValue: 5, GrossValue: 5, TaxValues: [] } }
    const mixed = moneyOf([item('SpaceOrder', 100), item('ProductOrder', 5, dollars)], false)
    assert.deepEqual(mixed, { total: null, currency: null, financials: null })
    assert.equal(moneyOf([], false).total, null)
  })

  it('cannot be told when an amount is missing', () => {
    assert.throws(() => moneyOf([item('SpaceOrder', null)], false), /no amount/)
  })

  it('is taken apart into nights, rebates, fees and taxes', () => {
    const items = [
      item('SpaceOrder', 110, taxed(100, 10, 110)),
      item('SpaceOrder', 110, taxed(100, 10, 110)),
      item('NightRebate', -22, taxed(-20, -2, -22)),
      item('ProductOrder', 15, { BillingName: 'Breakfast' }),
      item('CityTax', 4, { BillingName: ' ' }),
    ]
    assert.deepEqual(moneyOf(items, false), {
      total: '217',
      currency: 'EUR',
      financials: {
        host: {
          accommodation: '200',
          discounts: [{ amount: '-22', name: 'NightRebate', type: 'NightRebate' }],
        },
        guest: {
          totalPrice: '217',
          fees: [{ amount: '15', name: 'Breakfast', type: 'ProductOrder' }],
          taxes: [
            { amount: '4', name: 'CityTax', type: 'CityTax' },
            { amount: '18', name: 'AT-S', type: 'tax' },
          ],
        },
      },
    })
  })
})
