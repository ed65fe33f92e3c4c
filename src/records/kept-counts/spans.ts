/** Counts are kept by day and month, so a span is cut into whole months and days around them. */

/** Both ends are included; an absent end is open. */
export interface TimeSpan {
  from?: string | undefined
  to?: string | undefined
}
/** Days since 1970 or months since the year 0, with both ends included. */
export interface CountStretch {
  unit: 'day' | 'month'
  from: number | null
  to: number | null
}

const dayMs = 86_400_000
const dayNumber = (day: string) =>
  Temporal.PlainDate.from(day).toZonedDateTime('UTC').epochMilliseconds / dayMs
const monthNumber = (day: string) => {
  const { year, month } = Temporal.PlainDate.from(day)
  return year * 12 + month - 1
}
const firstOfMonth = (month: number) =>
  Temporal.PlainDate.from({ year: Math.floor(month / 12), month: (month % 12) + 1, day: 1 }).toString()
const dayOf = (month: number) => dayNumber(firstOfMonth(month))

export function stretchesOf({ from, to }: TimeSpan): CountStretch[] {
  const start = from === undefined ? null : { day: dayNumber(from), month: monthNumber(from) }
  const end = to === undefined ? null : { day: dayNumber(to), month: monthNumber(to) }
  if (start && end && start.day > end.day) return []
  if (start && end && start.month === end.month) return [{ unit: 'day', from: start.day, to: end.day }]
  const startsWhole = start !== null && start.day === dayOf(start.month)
  const endsWhole = end !== null && end.day === dayOf(end.month + 1) - 1
  const firstMonth = start && (startsWhole ? start.month : start.month + 1)
  const lastMonth = end && (endsWhole ? end.month : end.month - 1)
  const isEmpty = firstMonth !== null && lastMonth !== null && firstMonth > lastMonth
  return [
    ...(start && !startsWhole
      ? [{ unit: 'day' as const, from: start.day, to: dayOf(start.month + 1) - 1 }]
      : []),
    ...(isEmpty ? [] : [{ unit: 'month' as const, from: firstMonth, to: lastMonth }]),
    ...(end && !endsWhole ? [{ unit: 'day' as const, from: dayOf(end.month), to: end.day }] : []),
  ]
}

export interface ChangeStretch {
  unit: 'month' | 'day' | 'hour'
  from: number
  to: number | null
}

/** Cuts everything since a moment the same way; changes before `oneByOneUntil` must be counted singly. */
export function changesSince(since: Date): { stretches: ChangeStretch[]; oneByOneUntil: Date } {
  const hourMs = 3_600_000
  const [hour, today, month] = [
    Math.floor(since.getTime() / hourMs),
    Math.floor(since.getTime() / dayMs),
    since.getUTCFullYear() * 12 + since.getUTCMonth(),
  ]
  return {
    stretches: [
      { unit: 'hour', from: hour + 1, to: (today + 1) * 24 - 1 },
      { unit: 'day', from: today + 1, to: dayOf(month + 1) - 1 },
      { unit: 'month', from: month + 1, to: null },
    ],
    oneByOneUntil: new Date((hour + 1) * hourMs),
  }
}
