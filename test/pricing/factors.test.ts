/** Over many listings, nights and strategies: steps add up to the price, and nothing breaks a limit. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { randomFrom } from '../../bench/pricing/town.ts'
import { customaryAt } from '../../src/features/markets/pricing/model/customary.ts'
import {
  learnOwnDemand,
  learnSharedDemand,
  type ListingPast,
} from '../../src/features/markets/pricing/model/learn.ts'
import type { OpenNight, PricedListing } from '../../src/features/markets/pricing/model/open-night.ts'
import { priceNight } from '../../src/features/markets/pricing/model/price-night.ts'
import { recommendPrices } from '../../src/features/markets/pricing/model/recommend.ts'
import { defaultStrategy, type ListingStrategy } from '../../src/features/markets/pricing/model/strategy.ts'
import { thousandths } from './world.ts'

type Random = () => number
const between = (random: Random, least: number, most: number) => least + random() * (most - least)
const maybe = <T>(random: Random, value: T): T | null => (random() < 0.4 ? value : null)
const firstDay = Temporal.PlainDate.from('2026-01-01')

/** `busy`: how many nights of a hundred are sold. */
function pastOf(random: Random, nights: number, busy: number): ListingPast {
  return {
    nights: Array.from({ length: nights }, (_, i) => {
      const isSold = random() * 100 < busy
      return {
        ...{
          date: String(firstDay.subtract({ days: nights - i })),
          market: 0,
          event: 0,
          units: 1,
          ahead: -1,
        },
        ...{ relative: between(random, 0.8, 1.25), isAsked: true, sold: isSold ? 1 : 0 },
        soldAt: isSold && random() < 0.8 ? Math.floor(random() * 90) : null,
      }
    }),
    lengths: Array.from({ length: 1 + Math.floor(nights / 20) }, () => 1 + Math.floor(random() * 5)),
  }
}

function strategyOf(random: Random, usual: number): ListingStrategy {
  // A strategy takes three decimals, whatever the currency has.
  const minPrice = maybe(random, (usual * between(random, 0.4, 1.1)).toFixed(3))
  const maxPrice = maybe(random, (usual * between(random, 1.1, 2)).toFixed(3))
  return {
    ...{ ...defaultStrategy, minPrice, maxPrice },
    maxDailyChangePct: Math.round(between(random, 1, 60)),
    weekendMarkupPct: maybe(random, 12.5),
    dayOfWeekMultipliers: random() < 0.3 ? { monday: 0.9, friday: 1.17 } : {},
    targetOccupancyPct: maybe(random, 80),
    ownerMinMonthlyPayout: maybe(random, String(usual * 20)),
    compPositionTarget: random() < 0.5 ? 'match' : 'below',
    compAdjustPct: random() < 0.5 ? 0 : -7,
    eventBoostMaxPct: Math.round(between(random, 0, 60)),
  }
}

function nightsOf(random: Random, listing: PricedListing): OpenNight[] {
  return Array.from({ length: 20 }, () => {
    const ahead = Math.floor(random() * 365)
    const date = String(firstDay.add({ days: ahead }))
    const comp = maybe(random, listing.usual * between(random, 0.6, 1.6))
    return {
      ...{ date, ahead, market: between(random, -0.4, 0.4), event: random() < 0.2 ? random() : 0 },
      ...{
        unitsLeft: 1 + Math.floor(random() * 3),
        before: Math.floor(random() * 5),
        after: Math.floor(random() * 5),
      },
      ...{ minNights: 1 + Math.floor(random() * 6), customary: customaryAt(listing.demand.custom, date) },
      currentPrice: maybe(
        random,
        Number((listing.usual * between(random, 0.7, 1.4)).toFixed(listing.decimals)),
      ),
      ...{
        compPrice: comp,
        comps: comp === null ? null : { lower: comp * 0.8, upper: comp * 1.2, priced: 9, shareTaken: 0.4 },
      },
      eventTitle: 'Fair',
    }
  })
}

it('factors add up to the price exactly, and no limit is broken, for whatever listing', () => {
  const random = randomFrom(16)
  const names = new Set<string>()
  for (let n = 0; n < 120; n += 1) {
    const decimals = [0, 2, 3][n % 3] as number
    const pasts = Array.from({ length: 1 + (n % 3) }, () =>
      pastOf(random, Math.floor(random() * random() * 400), between(random, 0, 100)),
    )
    const demand = learnOwnDemand(learnSharedDemand(pasts), pasts[0] as ListingPast)
    const usual = decimals === 0 ? Math.round(between(random, 2000, 90_000)) : between(random, 9, 900)
    const strategy = strategyOf(random, usual)
    const listing: PricedListing = { usual, decimals, demand, strategy, usualFit: between(random, 0.5, 1) }
    const open = nightsOf(random, listing)
    const current = new Map(open.map((night) => [night, night.currentPrice]))
    const { nights } = recommendPrices(listing, open, new Map())
    const byMonth = open.toSorted((a, b) => (a.date < b.date ? -1 : 1))
    assert.equal(nights.length, byMonth.length)
    for (const night of nights) {
      const factors = night.explain()
      const sum = Object.values(factors).reduce((all, { amount }) => all + thousandths(amount), 0n)
      assert.equal(sum, thousandths(night.price), JSON.stringify({ night, factors }))
      for (const [name, { reason }] of Object.entries(factors)) {
        names.add(name)
        assert.ok(reason.length > 10 && !/NaN|undefined|Infinity/.test(reason), `${name}: ${reason}`)
      }
      const price = Number(night.price)
      assert.ok(price > 0 && (strategy.minPrice === null || price >= Number(strategy.minPrice)), night.price)
      assert.ok(strategy.maxPrice === null || price <= Number(strategy.maxPrice), night.price)
      for (const value of [night.confidence, night.bookingProbability])
        assert.ok(value >= 0 && value <= 1, JSON.stringify(night))
    }
    // Apart from the bounds of the strategy, which go first, a price is as near to the one now as it has to be.
    for (const one of open) {
      const now = current.get(one)
      if (now == null || strategy.minPrice !== null || strategy.maxPrice !== null) continue
      const { price } = priceNight(listing, one, { tilt: 1, ownerFloor: null })
      assert.ok(
        Math.abs(Number(price) - now) <= (now * strategy.maxDailyChangePct) / 100 + 1e-6,
        `${now} → ${price} with ${strategy.maxDailyChangePct} %`,
      )
    }
  }
  for (const name of ['base', 'demand', 'season', 'weekday', 'market', 'event', 'leadTime', 'gap', 'doubt'])
    assert.ok(names.has(name), name)
  for (const name of [
    'competitors',
    'weekendMarkup',
    'dayOfWeek',
    'targetOccupancy',
    'ownerMinimum',
    'dailyChange',
    'limits',
  ])
    assert.ok(names.has(name), name)
})

it('a listing with ten stays is what its neighbours are, and comes to be itself with a year', () => {
  const random = randomFrom(7)
  const busy = Array.from({ length: 5 }, () => pastOf(random, 365, 80))
  const levelOf = (past: ListingPast) =>
    learnOwnDemand(learnSharedDemand([...busy, past]), past).demand.coefficients[0] as number
  const alone = (past: ListingPast) =>
    learnOwnDemand(learnSharedDemand([past]), past).demand.coefficients[0] as number
  const quiet = (nights: number) => pastOf(randomFrom(3), nights, 20)
  const neighbours = levelOf({ nights: [], lengths: [] })
  const [few, many] = [quiet(50), quiet(365)]
  assert.equal(few.nights.filter(({ sold }) => sold > 0).length > 5, true)
  const share = (past: ListingPast) => (neighbours - levelOf(past)) / (neighbours - alone(past))
  assert.ok(share(few) > 0 && share(few) < 0.9, `with ten stays ${share(few)} of the way to itself`)
  assert.ok(share(many) > share(few), `${share(few)}, with a year ${share(many)}`)
})

it('a least payout asks for no less than would reach it, up to 30 % above the best price', () => {
  const past = pastOf(randomFrom(5), 365, 50)
  const demand = learnOwnDemand(learnSharedDemand([past]), past)
  const listing = { usual: 100, decimals: 2, demand, strategy: defaultStrategy, usualFit: 1 }
  const [night] = nightsOf(randomFrom(6), listing)
  assert.ok(night)
  const free = { ...night, currentPrice: null, compPrice: null, comps: null }
  const priced = (ownerFloor: number | null) =>
    Number(priceNight(listing, free, { tilt: 1, ownerFloor }).price)
  const best = priced(null)
  assert.equal(priced(best - 5), best)
  assert.ok(Math.abs(priced(best * 1.1) - best * 1.1) <= 1)
  assert.ok(Math.abs(priced(best * 3) - best * 1.3) <= 1.5)
})
