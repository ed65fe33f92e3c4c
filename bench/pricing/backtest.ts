/**
 * Compares the model's forecast of some months ago with what happened. It learns only from what was known then: stays
 * booked and calendars up to that day.
 */
import { learnOwnDemand, learnSharedDemand } from '../../src/features/markets/pricing/model/learn.ts'
import { noWish } from '../../src/features/markets/pricing/model/months.ts'
import { customaryAt } from '../../src/features/markets/pricing/model/customary.ts'
import { priceNight } from '../../src/features/markets/pricing/model/price-night.ts'
import { usualFitting } from '../../src/features/markets/pricing/model/stay-lengths.ts'
import { defaultStrategy } from '../../src/features/markets/pricing/model/strategy.ts'
import { openNights } from '../../src/features/markets/pricing/open-nights.ts'
import {
  daysBetween,
  toLearnablePast,
  plusDays,
  type PastListingFacts,
} from '../../src/features/markets/pricing/learnable-past.ts'
import type { StoredNight } from '../../src/records/calendar/public.ts'

export interface Foretold {
  /** Days from the look to the night. */
  ahead: number
  /** The chance of a sale at the price it had. */
  chance: number
  sold: boolean
  /** The paid price beside the customary and the usual one; null if it was not sold. */
  paid: { price: number; customary: number; usual: number } | null
}

export interface Backtest {
  nights: Foretold[]
  /** The share of earlier nights that were sold, as the forecast without other knowledge. */
  baseRate: number
}

const blank = { is_known: true, max_nights: null, closed_to_arrival: null, closed_to_departure: null }

/** Returns what was known on the day, for homes of one unit. */
function rewound(facts: PastListingFacts, day: string): PastListingFacts {
  const stays = facts.stays.filter(({ check_in: checkIn, lead }) =>
    lead === null ? checkIn < day : plusDays(checkIn, -lead) < day,
  )
  const taken = new Set(
    stays.flatMap(({ check_in: from, nights }) =>
      Array.from({ length: nights }, (_, n) => plusDays(from, n)),
    ),
  )
  const soldLater = new Set(
    facts.stays.flatMap(({ check_in: from, nights }) =>
      Array.from({ length: nights }, (_, n) => plusDays(from, n)),
    ),
  )
  const calendar = new Map(facts.days.map((one) => [one.date, one]))
  const coming = Array.from({ length: daysBetween(day, facts.today) }, (_, n): StoredNight => {
    const date = plusDays(day, n)
    const known = calendar.get(date)
    return {
      ...{ ...blank, listing_id: facts.home.id, date, unit_count: 1, available_units: null },
      // A night that was sold later was open then, though the calendar now says it is taken.
      available: taken.has(date) || soldLater.has(date) ? true : (known?.available ?? true),
      price: known?.price ?? null,
      default_price: facts.home.default_nightly_price,
      weekend_price: facts.home.weekend_price,
      currency: facts.home.currency,
      ...{ min_nights: null, listing_min_nights: facts.home.min_nights, listing_max_nights: null },
      ...{ stays: taken.has(date) ? 1 : 0, leaving: 0, uncounted: 0, blocked: 0 },
    }
  })
  const before = <T extends { date: string }>(rows: readonly T[]) => rows.filter(({ date }) => date < day)
  return { ...facts, stays, coming, days: before(facts.days), shown: before(facts.shown), today: day }
}

/** `all` must be listings of one place and one currency. */
export function backtest(all: readonly PastListingFacts[], day: string): Backtest {
  const known = all
    .filter(({ home }) => home.unit_count === 1)
    .flatMap((facts) => {
      const before = rewound(facts, day)
      const learnt = toLearnablePast(before)
      return learnt ? [{ facts, before, ...learnt }] : []
    })
  const pasts = known.map(({ past }) => past)
  const together = learnSharedDemand(pasts)
  const over = pasts.flatMap(({ nights }) => nights.filter(({ ahead }) => ahead < 0))
  const baseRate = over.filter(({ sold }) => sold > 0).length / Math.max(1, over.length)
  const nights = known.flatMap(({ facts, before, usual, past }) => {
    const demand = learnOwnDemand(together, past)
    const usualFit = usualFitting(demand.lengths, before.home.min_nights)
    const sales = new Map(
      facts.stays
        .filter(({ is_revenue: isSale }) => isSale)
        .flatMap((stay) =>
          Array.from(
            { length: stay.nights },
            (_, n) => [plusDays(stay.check_in, n), stay.night_price] as const,
          ),
        ),
    )
    return openNights(before.coming, before.signal, demand.custom).flatMap((night): Foretold[] => {
      const paid = sales.get(night.date)
      const asked = night.currentPrice
      if (asked === null) return []
      // With equal bounds the price stays, so the chance is this price's.
      const held = { ...defaultStrategy, minPrice: String(asked), maxPrice: String(asked) }
      const listing = { usual, decimals: 2, demand, strategy: held, usualFit }
      const { bookingProbability: chance } = priceNight(listing, night, noWish)
      const customary = usual * customaryAt(demand.custom, night.date)
      return [
        {
          ...{ ahead: night.ahead, chance, sold: paid !== undefined },
          paid: paid == null ? null : { price: Number(paid), customary, usual },
        },
      ]
    })
  })
  return { nights, baseRate }
}

export interface Scores {
  nights: number
  sold: number
  /** Mean of −log of the chance given to what happened. */
  logLoss: { model: number; base: number; hindsight: number }
  /** Median distance from the paid price, of the customary and of the usual one. */
  priceOff: { customary: number; usual: number }
}

const middle = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
const within = (chance: number) => Math.min(0.999, Math.max(0.001, chance))

export function scoresOf(tests: readonly Backtest[]): Scores {
  const nights = tests.flatMap((test) => test.nights.map((night) => ({ ...night, base: test.baseRate })))
  const sold = nights.filter((night) => night.sold).length
  const loss = (chanceOf: (night: (typeof nights)[number]) => number) =>
    nights.reduce((sum, night) => {
      const chance = within(chanceOf(night))
      return sum - Math.log(night.sold ? chance : 1 - chance)
    }, 0) / nights.length
  const paid = nights.flatMap((night) => night.paid ?? [])
  const off = (field: 'customary' | 'usual') =>
    middle(paid.map((one) => Math.abs(one[field] / one.price - 1)))
  return {
    ...{ nights: nights.length, sold },
    logLoss: {
      model: loss(({ chance }) => chance),
      base: loss(({ base }) => base),
      // The best single number for all nights, chosen with hindsight.
      hindsight: loss(() => sold / nights.length),
    },
    priceOff: { customary: off('customary'), usual: off('usual') },
  }
}
