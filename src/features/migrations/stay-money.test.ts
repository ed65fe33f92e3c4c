import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { listBrokenRules, moneyRules, type ComparedStayMoney } from './stay-money.ts'

const text = (cents: number) =>
  `${cents < 0 ? '-' : ''}${Math.floor(Math.abs(cents) / 100)}.${String(Math.abs(cents) % 100).padStart(2, '0')}`
const lines = (amounts: readonly number[]) => amounts.map((amount) => ({ amount: text(amount) }))
const total = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + amount, 0)

const cents = fc.integer({ min: 0, max: 9_999_999_999 })
const some = fc.array(cents, { maxLength: 4 })
const parts = fc.record({ nights: cents, fees: some, taxes: some, discounts: some })

const money = (fields: Partial<ComparedStayMoney>): ComparedStayMoney => ({
  totalPrice: '100.00',
  currency: 'EUR',
  listingCurrency: 'EUR',
  financials: null,
  ...fields,
})

describe('amounts of a stay', () => {
  it('add up to the cent, whichever sign discounts have and whether taxes are in the price', () => {
    fc.assert(
      fc.property(
        parts,
        fc.boolean(),
        fc.boolean(),
        ({ nights, fees, taxes, discounts }, withTaxes, minus) => {
          const price = nights + total(fees) + (withTaxes ? total(taxes) : 0) - total(discounts)
          const stay = money({
            totalPrice: text(price),
            financials: {
              host: {
                accommodation: text(nights),
                discounts: lines(discounts.map((one) => (minus ? -one : one))),
              },
              guest: { totalPrice: text(price), fees: lines(fees), taxes: lines(taxes) },
            },
          })
          assert.deepEqual(listBrokenRules(stay), [])
        },
      ),
    )
  })

  it('do not where two cents are missing, or too many', () => {
    const off = fc.constantFrom(-2, 2, 100, -5_000)
    fc.assert(
      fc.property(parts, off, ({ nights, fees, taxes, discounts }, by) => {
        const edge = by < 0 ? -total(discounts) : total(taxes)
        const stay = money({
          totalPrice: text(nights + total(fees) + edge + by),
          financials: {
            host: { accommodation: text(nights), discounts: lines(discounts) },
            guest: { fees: lines(fees), taxes: lines(taxes) },
          },
        })
        assert.deepEqual(listBrokenRules(stay), ['reservation_lines_differ'])
      }),
    )
  })

  it('may be off by the smallest unit of their currency, and by no more', () => {
    const total = (currency: string | null, price: string, guestTotal: string) =>
      listBrokenRules(
        money({
          currency,
          listingCurrency: currency,
          totalPrice: price,
          financials: { guest: { totalPrice: guestTotal } },
        }),
      )
    for (const [currency, off, tooFar] of [
      ['EUR', '100.01', '100.02'],
      ['JPY', '101', '102'],
      ['KWD', '100.001', '100.002'],
    ] as const) {
      assert.deepEqual(total(currency, '100', off), [], currency)
      assert.deepEqual(total(currency, off, '100'), [], currency)
      assert.deepEqual(total(currency, '100', tooFar), ['reservation_total_differs'], currency)
    }
    // Without a known currency cents are allowed.
    assert.deepEqual(total('Euro', '100', '100.01'), [])
    assert.deepEqual(total('Euro', '100', '100.02'), ['reservation_total_differs'])
    assert.deepEqual(total(null, '100', '100.02'), ['reservation_money_unclear', 'reservation_total_differs'])
  })

  it('are off by the unit of their own currency, not that of their home', () => {
    const yen = { currency: 'JPY', listingCurrency: 'EUR', totalPrice: '100' }
    assert.deepEqual(listBrokenRules(money({ ...yen, financials: { guest: { totalPrice: '101' } } })), [
      'reservation_currency_differs',
    ])
  })

  it('leave the payout that the commission leaves', () => {
    fc.assert(
      fc.property(
        cents,
        fc.array(cents, { minLength: 1, maxLength: 3 }),
        fc.constantFrom(0, 2, -2),
        (price, commission, by) => {
          const stay = money({
            totalPrice: text(price),
            financials: {
              host: { hostFees: lines(commission), revenue: text(price - total(commission) + by) },
            },
          })
          assert.deepEqual(listBrokenRules(stay), by === 0 ? [] : ['reservation_payout_differs'])
        },
      ),
    )
  })

  it('are not judged by what the source does not tell', () => {
    const silent = [
      null,
      {},
      { host: null, guest: null },
      { host: { revenue: '1' } },
      { host: { hostFees: [{ amount: '5' }] }, guest: { fees: [{ amount: '5' }] } },
    ]
    for (const financials of silent) assert.deepEqual(listBrokenRules(money({ financials })), [])
  })

  it('are unclear, and judged by nothing else, where a file has what is no amount', () => {
    const unreadable = [
      { host: { accommodation: '1,000' } },
      { host: { accommodation: true } },
      { host: { discounts: 5 }, guest: { totalPrice: '99' } },
      { host: { hostFees: [5], revenue: '1' } },
      { guest: { fees: [{ amount: 'ten' }] } },
      { guest: { totalPrice: 1e21 } },
      { guest: [] },
    ]
    for (const financials of unreadable)
      assert.deepEqual(listBrokenRules(money({ financials })), ['reservation_money_unclear'])
    const empty = { host: { hostFees: null, accommodation: '' }, guest: { fees: [{ amount: null }] } }
    assert.deepEqual(listBrokenRules(money({ financials: empty })), [])
    // A source that counts in floating point wrote this.
    assert.deepEqual(listBrokenRules(money({ financials: { guest: { totalPrice: 1e-7 } } })), [
      'reservation_total_differs',
    ])
  })

  it('each rule is broken by what it names', () => {
    const broken: [string, Partial<ComparedStayMoney>][] = [
      ['reservation_money_unclear', { totalPrice: null }],
      ['reservation_money_unclear', { currency: null }],
      ['reservation_currency_differs', { listingCurrency: 'USD' }],
      ['reservation_total_differs', { financials: { guest: { totalPrice: 99 } } }],
      ['reservation_lines_differ', { financials: { host: { accommodation: '99.98' } } }],
      [
        'reservation_payout_differs',
        { financials: { host: { hostFees: [{ amount: -15 }], revenue: '90' } } },
      ],
    ]
    for (const [code, of] of broken) assert.deepEqual(listBrokenRules(money(of)), [code])
    assert.deepEqual(new Set(broken.map(([code]) => code)), new Set(moneyRules.map(({ code }) => code)))
  })
})
