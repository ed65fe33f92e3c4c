/** The picture of a price and the sums of a decision. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  changeShare,
  priceSteps,
  totalChange,
  type PriceRecommendation,
} from '../../web/console/src/pricing/price-steps.ts'

const night = (currentPrice: number | null, recommendedPrice: number): PriceRecommendation => ({
  date: '2027-01-05',
  currentPrice,
  recommendedPrice,
  minPrice: null,
  maxPrice: null,
  currency: 'EUR',
  confidence: 0.5,
  bookingProbability: 0.5,
  expectedRevenue: 50,
  factors: {},
  status: 'pending',
  modelVersion: '1',
  generatedAt: '2026-11-28T12:00:00Z',
})

test('each bar begins where the one before ended, and none leaves the picture', () => {
  const steps = priceSteps({
    factors: {
      base: { amount: '120.00', reason: '' },
      season: { amount: '30.50', reason: '' },
      gap: { amount: '-10.25', reason: '' },
    },
  })
  const [base, season, gap] = steps
  assert.ok(base && season && gap)
  assert.deepEqual(
    steps.map(({ price }) => price),
    [120, 150.5, 140.25],
  )
  assert.ok(Math.abs(base.left + base.width - season.left) < 1e-9)
  assert.ok(
    Math.abs(season.left + season.width - (gap.left + gap.width)) < 1e-9,
    'it goes back from the right end',
  )
  for (const { left, width } of steps) assert.ok(left >= 0 && width > 0 && left + width <= 100 + 1e-9)
})

test('a price that nothing changes, and one of nothing, still have a picture', () => {
  for (const amount of ['99.00', '0']) {
    const [base] = priceSteps({ factors: { base: { amount, reason: '' } } })
    assert.ok(base && Number.isFinite(base.left) && Number.isFinite(base.width), amount)
  }
})

test('sums are exact in cents, and nights without a price count for nothing', () => {
  assert.equal(totalChange([night(0.1, 0.3), night(0.7, 0.1), night(null, 50)]), -0.4)
  assert.equal(changeShare(night(100, 110))?.toFixed(4), '0.1000')
  assert.equal(changeShare(night(null, 110)), null)
  assert.equal(changeShare(night(0, 110)), null)
})
