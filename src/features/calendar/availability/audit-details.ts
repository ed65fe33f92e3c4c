/** An audit line keeps these values of a change of nights. Pure. */
import type { AvailabilityBody } from '../../../contract/availability-write.ts'

/** A line stays small: more stretches than this are told as one from the first night to the last. */
const mostStretches = 50

const dayMs = 86_400_000

const isNextDay = (before: string, date: string) => Date.parse(date) - Date.parse(before) === dayMs

/** Nights that follow each other as `2026-12-24..2026-12-26`. */
export function stretchesOf(dates: readonly string[]): string[] {
  const stretches: { first: string; last: string }[] = []
  for (const date of [...new Set(dates)].toSorted()) {
    const open = stretches.at(-1)
    if (open && isNextDay(open.last, date)) open.last = date
    else stretches.push({ first: date, last: date })
  }
  const [first] = stretches
  const last = stretches.at(-1)
  const told =
    first && last && stretches.length > mostStretches ? [{ first: first.first, last: last.last }] : stretches
  return told.map((stretch) => `${stretch.first}..${stretch.last}`)
}

export const nightDetails = ({ dates, ...settings }: AvailabilityBody): Record<string, unknown> => ({
  nights: stretchesOf(dates),
  ...settings,
})
