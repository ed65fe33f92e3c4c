/** Gives the model a town's market as it is, or from files that are missing, old or unlike the home. */
import { randomFrom, type Home, type Night, type Town } from './town.ts'

export type MarketFiles = 'right' | 'none' | 'stale' | 'noisy'

export interface ToldMarket {
  /** Logarithm of competitors' prices against their usual ones. */
  term(night: Night): number
  event(night: Night): number
  /** The median price of comparable homes for the night; null if unknown. */
  compPrice(home: Home, night: Night): number | null
}

const staleByDays = 61
const noise = 0.25
/** How far comparable homes' median is from what guests pay for this home, as a logarithm. */
const unlike = 0.1

const normal = (random: () => number) =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())

/** With `withComps`, comparable homes ask on average what guests would pay, whatever the home's host asks. */
export function toldMarket(town: Town, files: MarketFiles, seed: number, withComps: boolean): ToldMarket {
  const random = randomFrom(seed + 3_333)
  const off = new Map(town.homes.map(({ id }) => [id, Math.exp(unlike * normal(random))]))
  const at = new Map(town.nights.map(({ date }, i) => [date, i]))
  const asked = new Map(
    town.nights.map((night, i) => {
      const known = files === 'stale' ? (town.nights[Math.max(0, i - staleByDays)] as Night) : night
      return [night.date, Math.log(known.competitors) + (files === 'noisy' ? noise * normal(random) : 0)]
    }),
  )
  const term = ({ date }: Night) => (files === 'none' ? 0 : (asked.get(date) ?? 0))
  return {
    term,
    event: ({ event, date }) =>
      files === 'none' || (files === 'stale' && (at.get(date) ?? 0) >= 365) ? 0 : event,
    compPrice: (home, night) =>
      withComps && files !== 'none'
        ? home.price * home.worth * (off.get(home.id) ?? 1) * Math.exp(term(night))
        : null,
  }
}
