/** Compares the model's prices in one town with flat ones, with rules, and with the best possible. */
import { bestRevenue, chanceFrom, nightRevenue } from './revenue.ts'
import { teach, type Damage } from './model-policy.ts'
import { toldMarket, type MarketFiles } from './told-market.ts'
import {
  liveOn,
  liveThrough,
  makeTown,
  randomFrom,
  ruled,
  type Home,
  type Night,
  type Random,
  type Sold,
  type Town,
} from './town.ts'

export interface Measured {
  seed: number
  flat: number
  rules: number
  model: number
  best: number
  /** Predicted and true chances of a sale a month, a week and a day ahead. */
  chances: { predicted: number; true: number }[]
}

export interface Case {
  size?: number
  /** How much the host varies prices; 0 keeps one price all year. */
  wobble?: number
  market?: MarketFiles
  /** Whether prices of comparable homes are known. */
  comps?: boolean
  /** The usual price that the product believes, against the real one. */
  usualOff?: number
  /** The past of counted homes begins with this many last stays. */
  stays?: number
  /** Whether the model learns from a second year at its own prices, knowing every price or each night's last. */
  again?: 'every price' | 'last price'
  damage?(seed: number): Damage
  /** Only these homes count. */
  counts?(id: number): boolean
  /** Measures every nth night of the second year. */
  every?: number
}

const calibratedAt = [29, 6, 1]

/** Returns the night since which so many were sold. */
function beginOf(sold: readonly Sold[], stays = sold.length): number {
  const at = sold.flatMap((night, index) => (night.at === null ? [] : index))
  return at.at(-stays) ?? 0
}

export function measure(
  seed: number,
  {
    size = 6,
    wobble = 0.08,
    market = 'right',
    comps = false,
    usualOff = 1,
    stays,
    again,
    damage,
    counts = () => true,
    every = 1,
  }: Case,
): Measured {
  const town = makeTown(seed, size)
  const random = randomFrom(seed + 7_777)
  const told = town.homes.map((home) => ({ home, sold: liveThrough(town, home, random, wobble) }))
  const since = new Map(told.map(({ home, sold }) => [home.id, counts(home.id) ? beginOf(sold, stays) : 0]))
  const damaged = damage?.(seed)
  const taught = (pasts: typeof told) =>
    teach(town, pasts, toldMarket(town, market, seed, comps), {
      usualOff,
      damage: (night, home, index) =>
        index < (since.get(home.id) ?? 0) ? null : damaged ? damaged(night, home, index) : night,
    })
  const first = taught(told)
  const priced = again
    ? taught(
        told.map((one) => ({
          ...one,
          sold: [...one.sold, ...secondYear(town, one.home, random, { first, again })],
        })),
      )
    : first
  const result: Measured = { seed, flat: 0, rules: 0, model: 0, best: 0, chances: [] }
  for (const home of town.homes.filter(({ id }) => counts(id))) {
    for (let day = 365; day < 730; day += every) {
      const night = town.nights[day] as Night
      result.flat += nightRevenue(town, home, night, () => home.price)
      result.rules += nightRevenue(town, home, night, () => ruled(home, night))
      result.best += bestRevenue(town, home, night)
      result.model += nightRevenue(town, home, night, (lead) => {
        const { price, bookingProbability: predicted } = priced(home, night, lead)
        if (calibratedAt.includes(lead))
          result.chances.push({ predicted, true: chanceFrom(town, home, night, lead, Number(price)) })
        return Number(price)
      })
    }
  }
  return result
}

function secondYear(
  town: Town,
  home: Home,
  random: Random,
  { first, again }: { first: ReturnType<typeof teach>; again: NonNullable<Case['again']> },
): Sold[] {
  const lived = liveOn(town, home, random, (...of) => Number(first(...of).price))
  return again === 'every price' ? lived : lived.map(({ price, at }) => ({ price, at }))
}

export interface Calibration {
  /** Mean distance of predicted from true chances over tenths, weighted by nights. */
  error: number
  bins: { predicted: number; true: number; count: number }[]
}

export function calibration(chances: Measured['chances']): Calibration {
  const bins = [...Map.groupBy(chances, ({ predicted }) => Math.min(9, Math.floor(predicted * 10)))]
    .toSorted(([a], [b]) => a - b)
    .map(([, inBin]) => ({
      predicted: inBin.reduce((sum, one) => sum + one.predicted, 0) / inBin.length,
      true: inBin.reduce((sum, one) => sum + one.true, 0) / inBin.length,
      count: inBin.length,
    }))
  const error =
    bins.reduce((sum, bin) => sum + bin.count * Math.abs(bin.predicted - bin.true), 0) / chances.length
  return { error, bins }
}
