import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { noRates, priceStay, type PricedNight, type PricedStayInput } from './stay-price.ts'
import type { StayRates } from './night-rate.ts'

const nightsFrom = (first: string, count: number, price: string | null = null): PricedNight[] =>
  Array.from({ length: count }, (_, n) => ({
    date: String(Temporal.PlainDate.from(first).add({ days: n })),
    price,
  }))
const rates = (changes: Partial<StayRates> = {}): StayRates => ({
  ...noRates,
  defaultDailyPrice: '100',
  ...changes,
})
const price = (changes: Partial<PricedStayInput> = {}) =>
  priceStay({
    nights: nightsFrom('2026-07-01', 3),
    guests: 2,
    rates: rates(),
    currency: 'EUR',
    decimals: 2,
    ...changes,
  })
/** Millionths as integers add without rounding. */
const units = (amount: string) => {
  const [, sign = '', whole = '', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(amount) ?? []
  return BigInt(`${sign}${whole}${fraction.padEnd(6, '0')}`)
}
const shown = ({ items, total }: ReturnType<typeof price>) =>
  [...items.map(({ type, quantity, amount }) => `${type} ${quantity} ${amount}`), total].join(', ')

describe('the price of a stay', () => {
  it('is that of its nights, those of the weekend apart', () => {
    assert.equal(shown(price()), 'nights 3 300.00, 300.00')
    // 2026-07-04 is a Saturday.
    const nights = nightsFrom('2026-07-03', 4)
    assert.equal(
      shown(price({ nights, rates: rates({ weekendPrice: '150.5' }) })),
      'nights 2 200.00, weekend_nights 2 301.00, 501.00',
    )
    const own = nights.map((night) => ({ ...night, price: '80' }))
    assert.equal(
      shown(price({ nights: own, rates: rates({ weekendPrice: '150.5' }) })),
      'nights 2 160.00, weekend_nights 2 160.00, 320.00',
    )
  })

  it('has the discount of the longest stay that was reached, on the nights alone', () => {
    const stay = (count: number, changes: Partial<StayRates>) =>
      shown(
        price({ nights: nightsFrom('2026-07-01', count), rates: rates({ cleaningFee: '40', ...changes }) }),
      )
    const both = { weeklyDiscount: 10, monthlyDiscount: 25.5 }
    assert.equal(stay(6, both), 'nights 6 600.00, cleaning 1 40.00, 640.00')
    assert.equal(stay(7, both), 'nights 7 700.00, weekly_discount 1 -70.00, cleaning 1 40.00, 670.00')
    assert.equal(stay(28, both), 'nights 28 2800.00, monthly_discount 1 -714.00, cleaning 1 40.00, 2126.00')
    assert.equal(
      stay(28, { weeklyDiscount: 10, monthlyDiscount: 0 }),
      'nights 28 2800.00, weekly_discount 1 -280.00, cleaning 1 40.00, 2560.00',
    )
  })

  it('has each guest above those included, a night', () => {
    const fee = (guests: number, guestsIncluded: number | null) =>
      shown(price({ guests, rates: rates({ pricePerExtraGuest: '12.5', guestsIncluded }) }))
    assert.equal(fee(2, 2), 'nights 3 300.00, 300.00')
    assert.equal(fee(4, 2), 'nights 3 300.00, extra_guest 6 75.00, 375.00')
    assert.equal(fee(2, null), 'nights 3 300.00, extra_guest 3 37.50, 337.50')
  })

  it('leaves the deposit out of the total, and names nights without a price', () => {
    const deposit = price({ rates: rates({ securityDeposit: '250' }) })
    assert.deepEqual([deposit.securityDeposit, deposit.total], ['250.00', '300.00'])
    const none = price({ rates: noRates })
    assert.deepEqual(
      [none.items, none.total, none.unpricedNights],
      [[], '0.00', ['2026-07-01', '2026-07-02', '2026-07-03']],
    )
    const [first, second, third] = nightsFrom('2026-07-01', 3, '10')
    const some = price({
      nights: [first, { ...second, price: null }, third] as PricedNight[],
      rates: noRates,
    })
    assert.deepEqual([shown(some), some.unpricedNights], ['nights 2 20.00, 20.00', ['2026-07-02']])
  })

  it('is in whole units of the currency, each price rounded once, half away from zero', () => {
    const nights = nightsFrom('2026-07-01', 7, '10.005')
    assert.equal(
      shown(price({ nights, rates: rates({ weeklyDiscount: 33.333 }) })),
      'nights 7 70.07, weekly_discount 1 -23.36, 46.71',
    )
    assert.equal(
      shown(price({ nights, decimals: 0, rates: rates({ cleaningFee: '0.5' }) })),
      'nights 7 70, cleaning 1 1, 71',
    )
    assert.equal(shown(price({ nights, decimals: 3 })), 'nights 7 70.035, 70.035')
  })
})

describe('whatever the rates, the nights and the guests', () => {
  const amount = fc.tuple(fc.nat(100_000), fc.nat(999)).map(([whole, rest]) => `${whole}.${rest}`)
  const percent = fc.option(fc.oneof(fc.constant(0), fc.double({ min: 1, max: 99, noNaN: true })))
  const anyRates = fc.record<StayRates>({
    defaultDailyPrice: fc.option(amount),
    weekendPrice: fc.option(amount),
    cleaningFee: fc.option(amount),
    pricePerExtraGuest: fc.option(amount),
    securityDeposit: fc.option(amount),
    weeklyDiscount: percent,
    monthlyDiscount: percent,
    guestsIncluded: fc.option(fc.integer({ min: 1, max: 12 })),
  })
  const anyNights = fc
    .tuple(fc.nat(700), fc.array(fc.option(amount), { minLength: 1, maxLength: 60 }))
    .map(([offset, prices]) => {
      const first = Temporal.PlainDate.from('2026-01-01').add({ days: offset })
      return prices.map((own, n) => ({ date: String(first.add({ days: n })), price: own }))
    })
  const anyStay = fc.record<PricedStayInput>({
    nights: anyNights,
    guests: fc.integer({ min: 1, max: 20 }),
    rates: anyRates,
    currency: fc.constant('EUR'),
    decimals: fc.constantFrom(0, 2, 3),
  })
  const always = (check: (stay: PricedStayInput) => void) =>
    fc.assert(fc.property(anyStay, check), { numRuns: 500 })

  it('the total is the sum of the items, and never negative', () => {
    always((stay) => {
      const { items, total } = priceStay(stay)
      assert.equal(
        units(total),
        items.reduce((sum, item) => sum + units(item.amount), 0n),
      )
      assert.ok(units(total) >= 0n)
      for (const { type, amount: shownAmount } of items)
        assert.equal(units(shownAmount) < 0n, type.endsWith('_discount'), type)
    })
  })

  it('more guests never cost less', () => {
    always((stay) => {
      const more = priceStay({ ...stay, guests: stay.guests + 1 })
      assert.ok(units(more.total) >= units(priceStay(stay).total))
    })
  })

  it('the order in which nights are named says nothing', () => {
    always((stay) => {
      const turned = priceStay({ ...stay, nights: stay.nights.toReversed() })
      assert.deepEqual([turned.items, turned.total], [priceStay(stay).items, priceStay(stay).total])
    })
  })

  it('two stays in a row cost what the one of all their nights costs, but for discounts and what is asked once', () => {
    always((stay) => {
      const nightly = { ...stay.rates, weeklyDiscount: null, monthlyDiscount: null, cleaningFee: null }
      const total = (nights: readonly PricedNight[]) =>
        units(priceStay({ ...stay, nights, rates: nightly }).total)
      const half = Math.floor(stay.nights.length / 2)
      assert.equal(total(stay.nights.slice(0, half)) + total(stay.nights.slice(half)), total(stay.nights))
    })
  })
})
