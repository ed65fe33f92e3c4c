/** Cases with wrong or missing data. */
import type { Case } from './measure.ts'
import { randomFrom } from './town.ts'

export interface NamedCase extends Case {
  name: string
  /** Lowest mean share of the best revenue, and lowest ratio to flat prices in any town. */
  share: number
  againstFlat: number
}

const ofTen = { stays: 10, share: 0.75, againstFlat: 0.9 }
/** The same home and towns, with more knowledge in each case. */
const tenStays: readonly NamedCase[] = [
  { ...ofTen, name: 'a listing of ten stays, alone', size: 1, market: 'none' },
  { ...ofTen, name: 'the same with the course of a market that is loaded', size: 1 },
  { ...ofTen, name: 'the same with what comparable homes ask as well', size: 1, comps: true },
  {
    ...{ ...ofTen, market: 'none', counts: (id) => id === 0 },
    name: 'a listing of ten stays beside five of a year, no market',
  },
  {
    ...{ ...ofTen, comps: true, counts: (id) => id === 0 },
    name: 'the same with a market and what they ask',
  },
]

export const cases: readonly NamedCase[] = [
  {
    name: 'one price all year, so that nothing shows how guests take prices',
    wobble: 0,
    share: 0.85,
    againstFlat: 0.97,
  },
  { name: 'no market and no events are known', market: 'none', share: 0.85, againstFlat: 0.97 },
  {
    name: 'the season of the market is two months off, and the coming events are not known',
    market: 'stale',
    ...{ share: 0.85, againstFlat: 0.97 },
  },
  {
    name: 'what competitors ask is off by a quarter, night by night',
    market: 'noisy',
    ...{ share: 0.85, againstFlat: 0.97 },
  },
  {
    name: 'the usual price is taken for a third higher than it is',
    usualOff: 1.33,
    ...{ share: 0.85, againstFlat: 0.97 },
  },
  {
    name: 'the usual price is taken for a quarter lower than it is',
    usualOff: 0.75,
    ...{ share: 0.85, againstFlat: 0.97 },
  },
  {
    name: 'no stay says when it was booked',
    damage: () => (night) => ({ ...night, soldAt: null }),
    ...{ share: 0.85, againstFlat: 0.97 },
  },
  {
    name: 'prices of nights that nobody bought were not kept',
    damage: () => (night) =>
      night.sold > 0 ? { ...night, isAsked: false } : { ...night, relative: null, isAsked: false },
    ...{ share: 0.85, againstFlat: 0.97 },
  },
  {
    name: 'one price in twenty is ten times too high or too low',
    damage: (seed) => {
      const random = randomFrom(seed + 99)
      return (night) => {
        const draw = random()
        // The product clamps prices the same way before it learns.
        const wrong = draw < 0.025 ? 4 : draw < 0.05 ? 0.2 : null
        return wrong === null ? night : { ...night, relative: wrong }
      }
    },
    ...{ share: 0.85, againstFlat: 0.97 },
  },
  {
    name: 'a listing of two months, beside five of a year',
    damage: () => (night, home, index) => (home.id === 0 && index < 305 ? null : night),
    counts: (id) => id === 0,
    ...{ share: 0.85, againstFlat: 0.97 },
  },
  {
    name: 'a listing of two months, alone in its town',
    size: 1,
    damage: () => (night, _, index) => (index < 305 ? null : night),
    ...{ share: 0.75, againstFlat: 0.9 },
  },
  {
    name: 'after a second year at recommended prices, each of them known',
    again: 'every price',
    ...{ share: 0.9, againstFlat: 1 },
  },
  {
    name: 'the same, but of each night only the last price is known, as where the host has changed them',
    again: 'last price',
    ...{ share: 0.85, againstFlat: 0.97 },
  },
  ...tenStays,
]
