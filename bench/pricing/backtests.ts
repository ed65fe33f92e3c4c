/** Forecasts the last three months of simulated towns from what was known before. */
import type { PastListingFacts } from '../../src/features/markets/pricing/learnable-past.ts'
import { noSignal } from '../../src/features/markets/pricing/market-signal.ts'
import type { Result } from '../bench.ts'
import { backtest, scoresOf, type Backtest } from './backtest.ts'
import { calibration } from './measure.ts'
import { liveThrough, makeTown, randomFrom, type Night } from './town.ts'

const [today, day] = ['2026-01-01', '2025-10-03']
const wobble = 0.08

/** Turns a town's homes into rows; each sold night is a stay of its own. */
function factsOfTown(seed: number): PastListingFacts[] {
  const town = makeTown(seed)
  const random = randomFrom(seed + 7_777)
  return town.homes.map((home) => {
    const id = String(home.id)
    const lived = liveThrough(town, home, random, wobble).map((sold, i) => ({
      ...sold,
      date: (town.nights[i] as Night).date,
    }))
    return {
      home: {
        ...{ id, city: 'Split', country_code: 'HR', currency: 'EUR', time_zone: null, unit_count: 1 },
        ...{ min_nights: 1, default_nightly_price: String(home.price), weekend_price: null },
      },
      stays: lived.flatMap(({ date, price, at }) =>
        at === null
          ? []
          : {
              ...{ listing_id: id, check_in: date, nights: 1, lead: at },
              ...{ night_price: String(price), is_revenue: true },
            },
      ),
      days: lived.map(({ date, price }) => ({
        ...{ listing_id: id, date, available: true, price: String(price) },
      })),
      ...{ coming: [], shown: [], today, signal: noSignal },
    }
  })
}

/** `whose` names the origin of the stays. */
export function backtested(whose: string, tests: readonly Backtest[]): Result[] {
  const { nights, sold, logLoss, priceOff } = scoresOf(tests)
  const { error, bins } = calibration(
    tests.flatMap((test) => test.nights.map((one) => ({ predicted: one.chance, true: one.sold ? 1 : 0 }))),
  )
  const counted = `${nights} open nights, ${sold} of them sold later`
  return [
    {
      ...{ label: `backtest of ${whose}: log loss, to that of the share sold before`, atMost: 1 },
      ratio: logLoss.model / logLoss.base,
      detail: `${counted}: ${logLoss.model.toFixed(3)} against ${logLoss.base.toFixed(3)}`,
    },
    {
      ...{ label: 'the same, to the best that one number for all nights could do', atMost: 1 },
      ratio: logLoss.model / logLoss.hindsight,
      detail: `${logLoss.hindsight.toFixed(3)}, chosen when the answers were known`,
    },
    {
      ...{ label: 'bookingProbability, distance from what became of the nights', ratio: error, atMost: 0.05 },
      detail: bins
        .map((bin) => `${bin.predicted.toFixed(2)} was ${bin.true.toFixed(2)} (${bin.count})`)
        .join(', '),
    },
    {
      ...{
        label: 'what guests paid, distance from the customary price, to that from the usual one',
        atMost: 1,
      },
      ratio: priceOff.customary / priceOff.usual,
      detail: `${(100 * priceOff.customary).toFixed(1)} % against ${(100 * priceOff.usual).toFixed(1)} % in the middle`,
    },
  ]
}

export const townBacktests = (count: number): Result[] =>
  backtested(
    `the last ninety days of ${count} towns`,
    Array.from({ length: count }, (_, i) => backtest(factsOfTown(i + 1), day)),
  )
