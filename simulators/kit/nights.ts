/** Nights that somebody set or closed by hand; ranges include both ends. */
import { addDays, nextDay } from './clock.ts'

export interface DayRange {
  from: string
  to: string
}

export function daysOf({ from, to }: DayRange): string[] {
  const days: string[] = []
  for (let day = from; day <= to; day = nextDay(day)) days.push(day)
  return days
}

/** Stores settings by listing and day; earlier settings stay unless they are set again. */
export function setNights<Id, Settings extends object>(
  nights: Map<Id, Map<string, Settings>>,
  id: Id,
  days: readonly string[],
  settings: Settings,
): void {
  const own = nights.get(id) ?? new Map<string, Settings>()
  nights.set(id, own)
  for (const day of days) own.set(day, { ...own.get(day), ...settings })
}

/**
 * Cuts these nights out of the periods. A period that reaches beyond both ends becomes two; `split` makes the second.
 */
export function withoutNights<Period extends DayRange>(
  periods: readonly Period[],
  { from, to }: DayRange,
  split: (period: Period) => Period = (period) => period,
): Period[] {
  return periods.flatMap((period) => {
    if (period.to < from || to < period.from) return [period]
    return [
      ...(period.from < from ? [{ ...period, to: addDays(from, -1) }] : []),
      ...(to < period.to ? [{ ...split(period), from: addDays(to, 1) }] : []),
    ]
  })
}

/** Joins consecutive days with the same value. */
export function spansOf<Value>(values: ReadonlyMap<string, Value>): (DayRange & { value: Value })[] {
  const spans: (DayRange & { value: Value })[] = []
  for (const [day, value] of [...values].toSorted(([left], [right]) => left.localeCompare(right))) {
    const last = spans.at(-1)
    if (last !== undefined && addDays(last.to, 1) === day && last.value === value) last.to = day
    else spans.push({ from: day, to: day, value })
  }
  return spans
}
