/** Calendars as data: days are numbers, and time zones follow Intl. */

type TimeForm = 'named' | 'prefixed' | 'utc' | 'described'
export type DateForm = 'day' | 'instant'

export interface RuleModel {
  freq: 'DAILY' | 'WEEKLY' | 'MONTHLY'
  interval: number
  /** Week days from Monday 0; empty: the start's week day. */
  weekDays: readonly number[]
  end: { kind: 'count'; count: number } | { kind: 'until'; after: number; form: DateForm } | { kind: 'none' }
  /** `place` is the number of an occurrence. */
  excepted: readonly { place: number; form: DateForm }[]
  moved: readonly { place: number; by: number; form: DateForm; nights: number }[]
  /** Days after the start. */
  added: readonly { after: number; form: DateForm }[]
}

export interface EventModel {
  /** Days since 1970. */
  first: number
  nights: number
  /** null: it lasts all day. */
  time: { zone: string; form: TimeForm; startMinute: number; endMinute: number } | null
  endForm: 'end' | 'duration'
  rule: RuleModel | null
}

export interface FileModel {
  listingZone: string
  events: readonly EventModel[]
}

export const dayMs = 86_400_000
export const dayNumber = (day: string) => Math.round(Date.parse(`${day}T00:00:00Z`) / dayMs)
export const shownDay = (day: number) => new Date(day * dayMs).toISOString().slice(0, 10)

const formats = new Map<string, Intl.DateTimeFormat>()
const formatOf = (timeZone: string) =>
  formats.getOrInsertComputed(
    timeZone,
    () =>
      new Intl.DateTimeFormat('en-CA', {
        ...({ timeZone, hourCycle: 'h23', year: 'numeric', month: '2-digit' } as const),
        ...({ day: '2-digit', hour: '2-digit', minute: '2-digit' } as const),
      }),
  )

/** Local time of an instant, in milliseconds as if it were UTC. */
export function shownIn(timeZone: string, instant: number): number {
  const parts = Object.fromEntries(
    formatOf(timeZone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, value]),
  )
  return Date.parse(
    `${parts['year']}-${parts['month']}-${parts['day']}T${parts['hour']}:${parts['minute']}:00Z`,
  )
}

export function instantIn(timeZone: string, day: number, minute: number): number {
  const shown = day * dayMs + minute * 60_000
  const guess = shown - (shownIn(timeZone, shown) - shown)
  return guess - (shownIn(timeZone, guess) - shown)
}

/** Series are expanded no further. */
const lastDay = dayNumber('2028-03-01')
const weekDayOf = (day: number) => (((day + 3) % 7) + 7) % 7
const monthOf = (day: number) => Number(shownDay(day).slice(0, 4)) * 12 + Number(shownDay(day).slice(5, 7))

/** Start days of the rule's occurrences, counted day by day. */
export function occurrenceDays(
  { first }: EventModel,
  { freq, interval, weekDays, end }: RuleModel,
): number[] {
  const days: number[] = []
  const monday = first - weekDayOf(first)
  const isOne = (day: number): boolean => {
    const isWeekDay = weekDays.length === 0 || weekDays.includes(weekDayOf(day))
    if (freq === 'DAILY') return (day - first) % interval === 0 && isWeekDay
    if (freq === 'MONTHLY')
      return (
        (monthOf(day) - monthOf(first)) % interval === 0 &&
        shownDay(day).slice(8) === shownDay(first).slice(8)
      )
    const week = Math.floor((day - monday) / 7)
    return week % interval === 0 && (weekDays.length === 0 ? weekDayOf(day) === weekDayOf(first) : isWeekDay)
  }
  for (let day = first; day < lastDay; day += 1) {
    if (end.kind === 'until' && day > first + end.after) break
    if (end.kind === 'count' && days.length >= end.count) break
    if (isOne(day)) days.push(day)
  }
  return days
}
