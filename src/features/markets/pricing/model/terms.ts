/** What the demand for a night follows from, as the terms of a sum. Pure. */

/** A night as the model sees it. */
export interface NightTerms {
  date: string
  /** What the market asks for this night against its usual night, as a logarithm; 0: nothing is known. */
  market: number
  /** How strongly an event draws guests, 0 to 1. */
  event: number
  /** What is customary to ask for the night, against the usual price of the listing. */
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

/** Parts of the sum that are explained one after the other. */
export const partsOfDemand = {
  season: [seasonFrom, weekdayFrom],
  weekday: [weekdayFrom, marketAt],
  market: [marketAt, eventAt],
  event: [eventAt, priceAt],
} as const

/** Calendars are walked night by night: what a date gives is kept. */
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

/** The terms at a price that is `relative` to the usual price of the listing: 1 is that price. */
export const termsOf = ({ date, market, event, customary }: NightTerms, relative: number): number[] => [
  ...ofDate(date),
  market,
  event,
  customary - relative,
]

/** What is believed before anything is known: means, and how far off they may be. */
export const firstBelief = {
  // 0.9 requests for an ordinary night at the usual price: six nights in ten are sold.
  means: termNames.map((name) => ({ level: -0.1, market: 0.8, event: 0.6, price: 2 })[name] ?? 0),
  deviations: termNames.map(
    (name) =>
      ({ level: 1, market: 0.5, event: 0.4, price: 0.5 })[name] ??
      (name.startsWith('season1') ? 0.5 : name.startsWith('season') ? 0.25 : 0.25),
  ),
}

/** How far one listing may be from its neighbours. How guests take prices differs most from home to home, and shows least. */
export const ownDeviations = termNames.map(
  (name) =>
    ({ level: 0.4, market: 0.1, event: 0.1, price: 0.6 })[name] ?? (name.startsWith('season') ? 0.12 : 0.08),
)
