/**
 * An invented town whose guests are known: how many look for a night, when, and what they would pay. It differs from
 * the model's assumptions: guests' limits are logistic, rise in season, and summers are booked earlier.
 */
export type Random = () => number

export function randomFrom(seed: number): Random {
  let state = (seed * 2_654_435_761) >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
const normal = (random: Random) => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
const between = (random: Random, least: number, most: number) => least + random() * (most - least)

/** Days before a night at which prices are looked at, farthest first; each price holds until the next step. */
export const leadSteps: readonly number[] = [364, 299, 179, 119, 89, 59, 44, 29, 20, 13, 9, 6, 4, 2, 1, 0]
/** The last day on which the price of a step holds. */
const lastDayOf = (step: number) => (leadSteps[step + 1] ?? -1) + 1

export interface Home {
  id: number
  /** The host's mean price. */
  price: number
  level: number
  /** How steeply guests turn away at higher prices. */
  steepness: number
  /** What guests would pay, against what the host asks. */
  worth: number
}

export interface Night {
  date: string
  /** These two are logarithms. */
  season: number
  weekday: number
  /** 0 to 1. */
  event: number
  /** Competitors' prices against their usual ones. */
  competitors: number
}

export interface Town {
  homes: readonly Home[]
  /** Two years; the first is the past. */
  nights: readonly Night[]
  /** Share of requests between steps, for ordinary nights and for nights in season. */
  leads: { low: readonly number[]; high: readonly number[] }
  eventLift: number
  crossed: number
}

const firstDay = Temporal.PlainDate.from('2025-01-01')
export const days = 730

function leadShares(random: Random, mean: number): number[] {
  const late = between(random, 0.15, 0.35)
  const beyond = (day: number) => (1 - late) * Math.exp(-day / mean) + late * Math.exp(-day / 4)
  const shares = leadSteps.map((from, i) => beyond(lastDayOf(i)) - beyond(from + 1))
  const total = shares.reduce((sum, share) => sum + share, 0)
  return shares.map((share) => share / total)
}

export function makeTown(seed: number, size = 6): Town {
  const random = randomFrom(seed)
  const peak = between(random, 0, 365)
  const heights = [between(random, 0.3, 0.9), between(random, 0, 0.35)]
  const weekend = between(random, 0.1, 0.7)
  const eventDays = new Map<number, number>()
  for (let made = 0; made < 7; made += 1) {
    const [at, strength] = [Math.floor(random() * 365), between(random, 0.4, 1)]
    for (let day = 0; day < 2 + Math.floor(random() * 3); day += 1)
      for (const year of [0, 365]) eventDays.set(at + day + year, strength)
  }
  const eventLift = between(random, 0.4, 1)
  const nights = Array.from({ length: days }, (_, at): Night => {
    const date = firstDay.add({ days: at })
    const angle = (2 * Math.PI * (date.dayOfYear - peak)) / 365
    const season = (heights[0] ?? 0) * Math.cos(angle) + (heights[1] ?? 0) * Math.cos(2 * angle)
    const weekday = date.dayOfWeek >= 5 && date.dayOfWeek <= 6 ? weekend : 0
    const event = eventDays.get(at) ?? 0
    const competitors = Math.exp(0.25 * season + 0.2 * weekday + 0.15 * event + 0.05 * normal(random))
    return { date: String(date), season, weekday, event, competitors }
  })
  const homes = Array.from({ length: size }, (_, id): Home => ({
    id,
    price: Math.round(between(random, 60, 240)),
    level: between(random, 0.3, 0.9) + 0.25 * normal(random),
    steepness: between(random, 3, 6),
    worth: between(random, 0.9, 1.25),
  }))
  const mean = between(random, 20, 45)
  const leads = { low: leadShares(random, mean), high: leadShares(random, mean * 1.6) }
  return { homes, nights, leads, eventLift, crossed: between(random, 0.2, 0.6) }
}

/** How many guests look for the night in all. */
export const lookers = ({ eventLift }: Town, home: Home, night: Night): number =>
  Math.exp(home.level + night.season + night.weekday + eventLift * night.event)

export const sharesOf = ({ leads }: Town, night: Night) => (night.season > 0.2 ? leads.high : leads.low)

/** The share of those guests that accepts the price. */
export function takers({ crossed }: Town, home: Home, night: Night, price: number): number {
  const worth = home.price * home.worth * Math.exp(0.3 * night.season) * night.competitors ** crossed
  return 1 / (1 + Math.exp(home.steepness * (price / worth - 1)))
}

/** The host's prices in the first year: coarse seasons and weekends. */
export const ruled = (home: Home, night: Night): number =>
  home.price * (night.season > 0.3 ? 1.2 : night.season < -0.3 ? 0.9 : 1) * (night.weekday > 0 ? 1.1 : 1)

export interface Sold {
  /** The last price. */
  price: number
  /** Each price with its first day before the night; absent if it never changed. */
  shown?: { from: number; price: number }[]
  /** Days before the night; null if nobody came. */
  at: number | null
}

/** Plays the first year at the host's prices. */
export function liveThrough(town: Town, home: Home, random: Random, wobble: number): Sold[] {
  let hand = 1
  return town.nights.slice(0, 365).map((night, day) => {
    if (day % 7 === 0) hand = Math.exp(wobble * normal(random))
    const price = Math.round(wobble === 0 ? home.price : ruled(home, night) * hand)
    const all = lookers(town, home, night) * takers(town, home, night, price)
    const shares = sharesOf(town, night)
    const at = leadSteps.findIndex((_, i) => random() < 1 - Math.exp(-all * (shares[i] as number)))
    return { price, at: dayWithin(at, random) }
  })
}

/** Draws a day within the step. */
function dayWithin(step: number, random: Random): number | null {
  if (step === -1) return null
  const last = lastDayOf(step)
  return last + Math.floor(random() * ((leadSteps[step] as number) - last + 1))
}

/** Plays the second year at other prices. */
export function liveOn(
  town: Town,
  home: Home,
  random: Random,
  price: (home: Home, night: Night, lead: number) => number,
): Sold[] {
  return town.nights.slice(365).map((night) => {
    const all = lookers(town, home, night)
    const shares = sharesOf(town, night)
    const shown: { from: number; price: number }[] = []
    const step = leadSteps.findIndex((lead, i) => {
      const asked = price(home, night, lead)
      if (shown.at(-1)?.price !== asked) shown.push({ from: lead, price: asked })
      return random() < 1 - Math.exp(-all * takers(town, home, night, asked) * (shares[i] as number))
    })
    return { price: shown.at(-1)?.price ?? home.price, at: dayWithin(step, random), shown }
  })
}
