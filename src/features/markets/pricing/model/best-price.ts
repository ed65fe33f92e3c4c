/**
 * Finds the price that earns most in the remaining time. Guests accept prices by a logistic curve, and the price may
 * change until the night begins. The value of a unit then follows a closed formula (docs/guides/pricing.md). Prices are
 * relative to the usual one.
 */

export interface Outlook {
  /** Expected further requests at the customary price. */
  requests: number
  /** The customary price of the night. */
  customary: number
  /** By how many percent requests fall for each percent of price, at the customary price. */
  sensitivity: number
  units: number
}

/** Share of lookers who accept the customary price; it sets how steep the curve is above it. */
const takersAtCustomary = 0.6

/** Solves s + log s = y: the Wright omega function. */
export function omega(y: number): number {
  let s = y > 1 ? y - Math.log(y) : Math.exp(y - Math.exp(y) / (1 + Math.exp(y)))
  for (let i = 0; i < 5; i += 1) {
    const off = y - s - Math.log(s)
    if (Math.abs(off) < 1e-12) break
    s = (s * (1 + s + off)) / (1 + s)
  }
  return s
}

interface DemandCurve {
  steepness: number
  /** The price that half of the lookers accept. */
  middle: number
}

function curveOf({ sensitivity, customary }: Outlook): DemandCurve {
  const steepness = sensitivity / customary / (1 - takersAtCustomary)
  return { steepness, middle: customary + Math.log(takersAtCustomary / (1 - takersAtCustomary)) / steepness }
}

/** Share of lookers who accept a price. */
const takers = ({ steepness, middle }: DemandCurve, relative: number) =>
  1 / (1 + Math.exp(steepness * (relative - middle)))
const lookers = ({ requests }: Outlook) => requests / takersAtCustomary

export function bestPrice(outlook: Outlook): number {
  const { steepness, middle } = curveOf(outlook)
  const start = 1 / omega(steepness * middle - 1)
  if (outlook.units > 1) return bestOfMany(outlook)
  return middle + Math.log(omega(start + Math.log(start) + lookers(outlook))) / steepness
}

const mostUnits = 12
const shares = 40

/** Each of several units has another value, computed stepwise as lookers come. */
function bestOfMany(outlook: Outlook): number {
  const { steepness, middle } = curveOf(outlook)
  const units = Math.min(outlook.units, mostUnits)
  const step = (lookers(outlook) * units) / outlook.units / shares
  const values = Array.from({ length: units + 1 }, () => 0)
  const gain = (price: number) => omega(steepness * (middle - price) - 1)
  for (let share = 0; share < shares; share += 1)
    for (let n = units; n >= 1; n -= 1)
      values[n] =
        (values[n] as number) + (step * gain((values[n] as number) - (values[n - 1] as number))) / steepness
  const kept = (values[units] as number) - (values[units - 1] as number)
  return kept + (1 + gain(kept)) / steepness
}

/** Returns how much the best price moves, relatively, if beliefs are off by this much. */
export function meanSquaredError(outlook: Outlook, off: { demand: number; sensitivity: number }): number {
  const best = bestPrice(outlook)
  const moved = (other: Outlook) => Math.log(bestPrice(other) / best)
  const part = 0.25
  const demand = moved({ ...outlook, requests: outlook.requests * Math.exp(part * off.demand) }) / part
  const sensitivity = moved({ ...outlook, sensitivity: outlook.sensitivity + part * off.sensitivity }) / part
  return Math.hypot(demand, sensitivity)
}

export interface Expectation {
  /** The chance that at least one unit sells at this price. */
  probability: number
  /** Expected number of sold units. */
  sold: number
}

export function expectationAt(outlook: Outlook, relative: number): Expectation {
  const mean = lookers(outlook) * takers(curveOf(outlook), relative)
  let [term, atMost, sold] = [Math.exp(-mean), 0, 0]
  for (let k = 0; k < outlook.units && k < 200; k += 1) {
    atMost += term
    sold += 1 - atMost
    term *= mean / (k + 1)
  }
  return { probability: 1 - Math.exp(-mean), sold: Math.max(0, sold) }
}
