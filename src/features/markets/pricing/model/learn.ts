/**
 * Learns demand from sales: first of all listings of a market together, then of each. A listing starts from its
 * neighbours and may differ by as much as they differ.
 */
import { customaryAt, learnCustom, noCustom, type CustomaryPrices } from './customary.ts'
import {
  fit,
  leastSensitivity,
  requests,
  toDemand,
  type DemandBelief,
  type DemandModel,
  type ObservedNight,
} from './demand.ts'
import { firstCurve, leadCurve, remaining, type LeadCurve } from './lead-times.ts'
import { lengthShares, meanLength, type LengthShares } from './stay-lengths.ts'
import { diagonal, inverse, sum } from './symmetric.ts'
import { firstBelief, ownDeviations, priceAt, termsOf, type NightTerms } from './terms.ts'

export interface PastNight extends Omit<NightTerms, 'customary'> {
  /** The asked or paid price against the listing's usual one; null if it is not known. */
  relative: number | null
  /** The calendar gives the price, as for unsold nights; only such prices are comparable. */
  isAsked: boolean
  /** Units sold, and all units. */
  sold: number
  units: number
  /** Days before the night when the last unit sold; null if unknown or not all were sold. */
  soldAt: number | null
  /** Days from now to the night; -1 if it is over. */
  ahead: number
  /** The most days before the night at which it can have been on sale; absent for long before. */
  since?: number
  /** For a night of one unit: successive prices, each from so many days before it. */
  shown?: readonly { from: number; relative: number }[]
}

export interface ListingPast {
  nights: readonly PastNight[]
  /** Nights of each stay. */
  lengths: readonly number[]
}

/** What listings of one market have in common. */
export interface SharedDemand {
  belief: DemandBelief
  curve: LeadCurve
  lengths: LengthShares
  custom: CustomaryPrices
  listings: number
  nights: number
  /** Calendar prices are ignored, because by them guests seem to prefer high prices. Absent in older results. */
  isMisled?: boolean
  /** How far listings' levels differ; unknown for a single listing. */
  levelDeviation: number
}

/** The demand believed of one listing. */
export interface ListingDemand {
  demand: DemandModel
  curve: LeadCurve
  lengths: LengthShares
  custom: CustomaryPrices
  evidence: { nights: number; sold: number; neighbours: number }
}

const squared = (values: readonly number[]) => values.map((value) => value * value)

const beforeAnything = (): DemandBelief => ({
  means: [...firstBelief.means],
  precision: diagonal(squared(firstBelief.deviations).map((variance) => 1 / variance)),
})

/** Demand from before the night was on sale was never seen. */
const leftAtStart = ({ since }: PastNight, curve: LeadCurve) =>
  since === undefined ? 1 : remaining(curve, since)

/** Returns the share of its demand that a night's result shows. */
function exposureOf(night: PastNight, curve: LeadCurve): number {
  const { sold, units, soldAt, ahead } = night
  const start = leftAtStart(night, curve)
  if (sold < units) return Math.max(0, start - remaining(curve, ahead))
  return Math.max(0.01, soldAt === null ? 0.5 * start : start - remaining(curve, soldAt))
}

/** Prices further from the customary one are mistakes or close the night. */
const mostApart = 1.6
const isBelievable = (relative: number, customary: number) =>
  relative < customary * mostApart && relative > customary / mostApart

/** Returns an observation for each offered price; the last one has the sale. */
function observed(
  night: PastNight,
  { curve, custom }: { curve: LeadCurve; custom: CustomaryPrices },
): ObservedNight[] {
  const customary = customaryAt(custom, night.date)
  const sold = Math.min(night.sold, night.units)
  const at = (price: number | null, exposure: number, sales: number): ObservedNight => {
    const relative = price !== null && isBelievable(price, customary) ? price : customary
    return { terms: termsOf({ ...night, customary }, relative), sold: sales, exposure }
  }
  const end = night.soldAt ?? night.ahead
  const prices = night.shown?.filter(({ from }) => from >= end) ?? []
  if (prices.length < 2 || (sold > 0 && night.soldAt === null))
    return [at(night.isAsked ? night.relative : null, exposureOf(night, curve), sold)]
  const left = [leftAtStart(night, curve), ...prices.slice(1).map(({ from }) => remaining(curve, from))]
  const leftAtEnd = end < 0 ? 0 : remaining(curve, end)
  return prices.map(({ relative }, i) => {
    const isLast = i === prices.length - 1
    const exposure = (left[i] as number) - (isLast ? leftAtEnd : (left[i + 1] as number))
    return at(relative, Math.max(isLast && sold > 0 ? 0.01 : 0, exposure), isLast ? sold : 0)
  })
}

const customOf = (nights: readonly PastNight[], before: CustomaryPrices) =>
  learnCustom(
    nights.flatMap(({ date, relative, ahead }) =>
      relative === null || ahead >= 0 || !isBelievable(relative, 1.25) ? [] : { date, relative },
    ),
    before,
  )

/** Nights of one stay are one decision. */
const weightOf = (lengths: LengthShares) => 1 / Math.min(7, Math.max(1, meanLength(lengths)))

const rounds = 3
/** Smaller changes of lead times' shares change no price. */
const settled = 0.001

/**
 * If unsold nights were discounted and only last prices are known, high prices seem to sell better. Then only prices
 * with their dates count.
 */
const withoutCalendar = (past: ListingPast): ListingPast => ({
  ...past,
  nights: past.nights.map((night) => (night.shown ? night : { ...night, isAsked: false })),
})

/** `last` is the previous night's result, which is near the new one and so speeds up the search. */
export function learnSharedDemand(pasts: readonly ListingPast[], last?: SharedDemand): SharedDemand {
  const learnt = fitTogether(pasts, last)
  if (learnt.belief.means[priceAt] !== leastSensitivity) return learnt
  return { ...fitTogether(pasts.map(withoutCalendar), last), isMisled: true }
}

function fitTogether(pasts: readonly ListingPast[], last?: SharedDemand): SharedDemand {
  const nights = pasts.flatMap((past) => past.nights)
  const lengths = lengthShares(pasts.flatMap((past) => past.lengths))
  const weight = weightOf(lengths)
  const custom = customOf(nights, noCustom)
  const isAlike = last?.belief.means.length === firstBelief.means.length
  let curve = (isAlike && last?.curve) || firstCurve
  let start = (isAlike && last?.belief.means) || firstBelief.means
  let belief = beforeAnything()
  for (let round = 0; round < rounds && nights.length > 0; round += 1) {
    const seen = nights.map((night) => observed(night, { curve, custom }))
    belief = fit(seen.flat(), beforeAnything(), weight, start)
    start = belief.means
    const timed = nights.flatMap((night, i) => {
      const isFull = night.sold >= night.units
      if (isFull && night.soldAt === null) return []
      const last = seen[i]?.at(-1)
      if (!last) return []
      return {
        soldAt: isFull ? night.soldAt : null,
        ...(night.since !== undefined && { openFrom: night.since }),
        openUntil: night.ahead,
        requests: requests(belief.means, last.terms),
      }
    })
    const before = curve
    curve = leadCurve(timed)
    if (curve.every((share, i) => Math.abs(share - (before[i] as number)) < settled)) break
  }
  const levelDeviation = levelsApart(pasts, belief, { curve, custom, weight })
  return { belief, curve, lengths, custom, listings: pasts.length, nights: nights.length, levelDeviation }
}

/** Estimates by moments how much more sales vary than chance allows. */
function levelsApart(
  pasts: readonly ListingPast[],
  { means }: DemandBelief,
  { curve, custom, weight }: { curve: LeadCurve; custom: CustomaryPrices; weight: number },
): number {
  const usual = ownDeviations[0] as number
  const apart = pasts.flatMap((past) => {
    const own = customOf(past.nights, custom)
    const seen = past.nights.flatMap((night) => observed(night, { curve, custom: own }))
    const [sold, expected] = seen.reduce(
      ([s, e], one) => [s + weight * one.sold, e + weight * one.exposure * requests(means, one.terms)],
      [0, 0] as [number, number],
    )
    if (expected < 3) return []
    const log = Math.log((sold + 0.5) / (expected + 0.5))
    return log * log - 1 / (expected + 0.5)
  })
  if (apart.length < 3) return usual
  const variance = apart.reduce((total, one) => total + one, 0) / apart.length
  // The prior counts like three listings.
  const pooled = (variance * apart.length + 3 * usual * usual) / (apart.length + 3)
  return Math.sqrt(Math.max(0.01, Math.min(1, pooled)))
}

export function learnOwnDemand(together: SharedDemand, all: ListingPast): ListingDemand {
  const past = together.isMisled ? withoutCalendar(all) : all
  const { belief, curve, lengths, listings } = together
  const deviations = [together.levelDeviation, ...ownDeviations.slice(1)]
  const custom = customOf(past.nights, together.custom)
  const seen = past.nights.flatMap((night) => observed(night, { curve, custom }))
  const evidence = {
    nights: past.nights.length,
    sold: past.nights.filter(({ sold }) => sold > 0).length,
    neighbours: Math.max(0, listings - 1),
  }
  // What is known of a single listing is its own already.
  if (listings <= 1) return { demand: toDemand(belief), curve, lengths, custom, evidence }
  const spread = sum(inverse(belief.precision), diagonal(squared(deviations)))
  const own = fit(seen, { means: belief.means, precision: inverse(spread) }, weightOf(lengths))
  return { demand: toDemand(own), curve, lengths, custom, evidence }
}
