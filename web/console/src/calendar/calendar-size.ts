/** Sizes of the calendar, in pixels, and the days it reaches over. */
import { addDays, daysBetween, weekdayOf } from '../format/dates.ts'

export const dayWidth = 46
export const rowHeight = 54
export const laneHeight = 26
export const headHeight = 58
/** Whatever is beyond this many lanes shares the last one. */
export const mostLanes = 40
export const laneTop = (lane: number): number => 4 + Math.min(lane, mostLanes - 1) * laneHeight

/** Days are drawn and kept by the week, so a step of scrolling draws nothing until the next week comes into view. */
export const daysPerWeek = 7
export const weekWidth = daysPerWeek * dayWidth

const weeksBefore = 9
export const weekCount = weeksBefore + 157
export const dayCount = weekCount * daysPerWeek

/** The Monday that the calendar begins with. */
export function firstDayFor(today: string): string {
  const sinceMonday = (weekdayOf(today) + 6) % daysPerWeek
  return addDays(today, -sinceMonday - weeksBefore * daysPerWeek)
}

/** Days before today that are in view when the calendar opens. */
const daysInSight = 2
export const openingDay = (firstDay: string, today: string): number =>
  daysBetween(firstDay, today) - daysInSight

/** The column of names is narrower on a phone. */
export const nameWidth = (): number => (innerWidth < 700 ? 104 : 208)
