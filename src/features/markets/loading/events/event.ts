/** An event of a city as its file describes it. */
import type { MarketEventRow } from '../../queries.ts'

export type FileEvent = MarketEventRow

export const longestTitle = 300
export const longestWord = 100
export const mostLabels = 20
/** Of a file. */
export const mostEvents = 20_000
const longestDays = 366

/** Past and far events change no price and are shown nowhere. */
const daysBefore = 400
const daysAfter = 800

export interface EventWindow {
  from: string
  to: string
}

export function eventWindowAround(today: string): EventWindow {
  const day = Temporal.PlainDate.from(today)
  return { from: String(day.subtract({ days: daysBefore })), to: String(day.add({ days: daysAfter })) }
}

export const isWithinWindow = ({ start_date: start, end_date: end }: FileEvent, { from, to }: EventWindow) =>
  end >= from && start <= to

/** Returns why it cannot be an event; null if it can. */
export function findEventFault({ start_date: start, end_date: end }: FileEvent): string | null {
  if (end < start) return `it ends on ${end}, before it begins on ${start}`
  const days = Temporal.PlainDate.from(start).until(end).days + 1
  return days > longestDays ? `it lasts ${days} days, and an event lasts ${longestDays} at most` : null
}
