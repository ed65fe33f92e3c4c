/** The terms of a sum that gives a night's demand. */

/** A night as the model sees it. */
export interface NightTerms {
  date: string
  /** Logarithm of the market's price for this night against its usual one; 0 if unknown. */
  market: number
  /** How strongly an event attracts guests, 0 to 1. */
  event: number
  /** The night's customary price against the listing's usual one. */
  customary: number
}

const harmonics = 3
export const termNames = [
  'level',
  ...Array.from({ length: harmonics }, (_, k) => [`season${k + 1}sin`, `season${k + 1}cos`]).flat(),
  ...['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'],
  'market',
  'event',
  'price',
]

const seasonFrom = 1
const weekdayFrom = seasonFrom + 2 * harmonics
const marketAt = weekdayFrom + 7
const eventAt = marketAt + 1
export const priceAt = eventAt + 1

/** These parts of the sum are explained one after the other. */
export const partsOfDemand = {
  season: [seasonFrom, weekdayFrom],
  weekday: [weekdayFrom, marketAt],
  market: [marketAt, eventAt],
  event: [eventAt, priceAt],
} as const

/** Calendars are walked night by night, so terms of a date are cached. */
const known = new Map<string, readonly number[]>()
const mostKnown = 4000

function ofDate(date: string): readonly number[] {
  const before = known.get(date)
  if (before) return before
  const { dayOfYear, dayOfWeek } = Temporal.PlainDate.from(date)
  const angle = (2 * Math.PI * dayOfYear) / 365.25
  const waves = Array.from({ length: harmonics }, (_, k) => [
    Math.sin((k + 1) * angle),
    Math.cos((k + 1) * angle),
  ]).flat()
  const weekday = Array.from({ length: 7 }, (_, day) => (day + 1 === dayOfWeek ? 1 : 0))
  const made = [1, ...waves, ...weekday]
  if (known.size > mostKnown) known.clear()
  known.set(date, made)
  return made
}

/** `relative` is the price against the listing's usual one, so 1 is that price. */
export const termsOf = ({ date, market, event, customary }: NightTerms, relative: number): number[] => [
  ...ofDate(date),
  market,
  event,
  customary - relative,
]

/** The prior: means, and how far off they may be. */
export const firstBelief = {
  // 0.9 requests for an ordinary night at the usual price sell six nights in ten.
  means: termNames.map((name) => ({ level: -0.1, market: 0.8, event: 0.6, price: 2 })[name] ?? 0),
  deviations: termNames.map(
    (name) =>
      ({ level: 1, market: 0.5, event: 0.4, price: 0.5 })[name] ??
      (name.startsWith('season1') ? 0.5 : name.startsWith('season') ? 0.25 : 0.25),
  ),
}

/** How far one listing may differ from its neighbours. Price sensitivity differs most between homes and shows least. */
export const ownDeviations = termNames.map(
  (name) =>
    ({ level: 0.4, market: 0.1, event: 0.1, price: 0.6 })[name] ?? (name.startsWith('season') ? 0.12 : 0.08),
)
