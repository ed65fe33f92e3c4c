/** What happens with wrong or missing data. */
import type { Case } from './measure.ts'
import { randomFrom } from './town.ts'

export interface NamedCase extends Case {
  name: string
  /** Least share of the best revenue, on average, and least against flat prices in any town. */
  share: number
  againstFlat: number
}

export const cases: readonly NamedCase[] = [
  {
    name: 'one price all year, so that nothing shows how guests take prices',
    wobble: 0,
    share: 0.85,
    againstFlat: 0.97,
  },
  { name: 'no market and no events are known', signal: false, share: 0.85, againstFlat: 0.97 },
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
        // As the product cuts them before it learns.
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
]
