/** One town: what the model's prices bring against flat ones, against rules, and against the best there is. */
import { bestRevenue, chanceFrom, nightRevenue } from './revenue.ts'
import { teach, type Damage } from './model-policy.ts'
import { liveThrough, makeTown, randomFrom, ruled, type Night } from './town.ts'

export interface Measured {
  seed: number
  flat: number
  rules: number
  model: number
  best: number
  /** Predicted and true chances of being sold, at leads of a month, a week and a day. */
  chances: { predicted: number; true: number }[]
}

export interface Case {
  size?: number
  /** How unsteady the host's hand was; 0: one price all year. */
  wobble?: number
  signal?: boolean
  damage?(seed: number): Damage
  /** Only these homes count. */
  counts?(id: number): boolean
  /** Each so many nights of the second year. */
  every?: number
}

const calibratedAt = [29, 6, 1]

export function measure(
  seed: number,
  { size = 6, wobble = 0.08, signal = true, damage, counts = () => true, every = 1 }: Case,
): Measured {
  const town = makeTown(seed, size)
  const random = randomFrom(seed + 7_777)
  const told = town.homes.map((home) => ({ home, sold: liveThrough(town, home, random, wobble) }))
  const priced = teach(town, told, { signal, ...(damage && { damage: damage(seed) }) })
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

export interface Calibration {
  /** Average distance of predicted from true chances, over tenths of the predicted, by how many nights are in each. */
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
