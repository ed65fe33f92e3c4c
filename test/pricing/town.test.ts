/** The short form of `npm run bench -- pricing`: few towns and few nights, so that a model that has got worse is seen at once. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { calibration, measure } from '../../bench/pricing/measure.ts'
import { bestPrice, expectationAt, omega } from '../../src/features/markets/pricing/model/best-price.ts'
import { learnSharedDemand, type PastNight } from '../../src/features/markets/pricing/model/learn.ts'
import { firstBelief } from '../../src/features/markets/pricing/model/terms.ts'
import { fitting, lengthShares } from '../../src/features/markets/pricing/model/stay-lengths.ts'

it('a year of stays brings prices near the best, above flat ones and above rules, with chances that come true', () => {
  const measured = [1, 2, 3].map((seed) => measure(seed, { every: 23 }))
  for (const { seed, model, best, flat, rules } of measured) {
    assert.ok(model / best > 0.9, `town ${seed}: ${model / best} of the best`)
    assert.ok(model > flat && model > rules, `town ${seed}: ${model} against ${flat} and ${rules}`)
  }
  const { error } = calibration(measured.flatMap(({ chances }) => chances))
  assert.ok(error < 0.06, `chances are off by ${error}`)
})

it('a second year at recommended prices teaches more, or is seen to mislead where only the last price of a night is known', () => {
  for (const again of ['every price', 'last price'] as const)
    for (const seed of [4, 5]) {
      const { model, best, flat } = measure(seed, { every: 23, again })
      assert.ok(model / best > 0.9 && model > flat, `town ${seed}, ${again}: ${model / best} of the best`)
    }
})

it('nights that could not be had before tell nothing of guests who would have come', () => {
  const night = (ahead: number) => ({
    ...{ date: String(Temporal.PlainDate.from('2026-06-15').add({ days: ahead })), market: 0, event: 0 },
    ...{ relative: 1, isAsked: false, sold: 0, units: 1, soldAt: null, ahead },
  })
  const nights = Array.from({ length: 365 }, (_, ahead) => night(ahead))
  const levelOf = (past: PastNight[]) =>
    learnSharedDemand([{ nights: past, lengths: [] }]).belief.means[0] as number
  const known = firstBelief.means[0] as number
  assert.ok(levelOf(nights) < known - 0.3, 'open for long, they say that few come')
  const fresh = levelOf(nights.map((one) => ({ ...one, since: one.ahead })))
  assert.ok(Math.abs(fresh - known) < 0.01, `of a home that is new today nothing follows: ${fresh}`)
})

it('the best price is what stepping backwards finds', () => {
  for (const y of [-3, 0, 0.5, 1, 4, 30]) assert.ok(Math.abs(omega(y) + Math.log(omega(y)) - y) < 1e-9)
  const outlook = { requests: 1.4, customary: 1.1, sensitivity: 2.2, units: 1 }
  // In thousand steps, each with a price out of a fine grid: the same law, worked out by force.
  const take = (price: number) =>
    expectationAt({ ...outlook, requests: outlook.requests / 1000 }, price).probability
  const grid = Array.from({ length: 400 }, (_, i) => 0.5 + i * 0.005).map(
    (price) => [price, take(price)] as const,
  )
  let [value, best] = [0, 0]
  for (let step = 0; step < 1000; step += 1) {
    let [found, at] = [-1, 0]
    for (const [price, chance] of grid) {
      const worth = chance * (price - value)
      if (worth > found) [found, at] = [worth, price]
    }
    value += found
    best = at
  }
  assert.ok(Math.abs(bestPrice(outlook) - best) < 0.01, `${bestPrice(outlook)} against ${best}`)
  // Stepped through instead, two units with twice the guests are worth about the same each, three are worth less.
  const two = bestPrice({ ...outlook, requests: 2.8, units: 2 })
  assert.ok(Math.abs(two / best - 1) < 0.1, `${two} against ${best}`)
  assert.ok(bestPrice({ ...outlook, requests: 2.8, units: 3 }) < two)
})

it('a gap has room for the stays that fit into it', () => {
  const shares = lengthShares(Array.from({ length: 10_000 }, () => 3))
  const room = (before: number, after: number, minNights = 1) => fitting(shares, { before, after, minNights })
  assert.ok(room(9, 9) > 0.95)
  assert.ok(Math.abs(room(2, 0) - 1 / 3) < 0.02)
  assert.ok(room(0, 0) < 0.02)
  assert.equal(room(0, 0, 2), 0)
})
