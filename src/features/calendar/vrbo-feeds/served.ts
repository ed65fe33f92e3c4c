/** Units left per fetched night, which tell what Vrbo can still sell. Pure. */
import { dayAfter } from '../../../platform/civil-day.ts'
import type { WishedNight } from '../../../records/selling/public.ts'
import { runsOf } from './feed/nights.ts'

/** First night, day after the last, units left; nights with none are left out. */
export type ServedNights = readonly (readonly [first: string, until: string, units: number])[]

export const servedNights = (nights: readonly WishedNight[]): ServedNights =>
  runsOf(nights, ({ units }) => (units > 0 ? units : null)).map(
    ({ first, last, value }) => [first, dayAfter(last), value] as const,
  )

export const unitsServed = (served: ServedNights, date: string): number =>
  served.find(([first, until]) => first <= date && date < until)?.[2] ?? 0
