/** Computes a model's nights without a file. */
import { dayMs, instantIn, occurrenceDays, shownIn } from './calendar-model.ts'
import type { EventModel, FileModel } from './calendar-model.ts'

type DayRange = readonly [first: number, until: number]

export function expectedNights({ events, listingZone }: FileModel): DayRange[] {
  return events.flatMap((event) => {
    const { rule, first, nights } = event
    const own = (day: number, long = nights): DayRange => nightsFrom(event, day, long, listingZone)
    if (!rule) return [own(first)]
    const starts = occurrenceDays(event, rule)
    const dayAt = (place: number) => starts[place % starts.length] ?? first
    const gone = new Set([...rule.excepted, ...rule.moved].map(({ place }) => dayAt(place)))
    const added = rule.added.map(({ after }) => first + after)
    const days = [...new Set([...starts, ...added])].filter((day) => !gone.has(day))
    return [
      ...days.map((day) => own(day)),
      ...rule.moved.map(({ place, by, nights: long }) => own(dayAt(place) + by, long)),
    ]
  })
}

/** Counting hours and reading local time differ when clocks change: the later end counts. */
function nightsFrom(
  { time, first, nights }: EventModel,
  day: number,
  long: number,
  listingZone: string,
): DayRange {
  if (!time) return [day, day + long]
  const { zone, startMinute, endMinute } = time
  const start = instantIn(zone, day, startMinute)
  // All occurrences last as many hours as the first; a separate one has its own end.
  const hours = instantIn(zone, first + nights, endMinute) - instantIn(zone, first, startMinute)
  const civil = instantIn(zone, day + long, endMinute)
  const end = long === nights ? Math.max(civil, start + hours) : civil
  const dayOf = (instant: number) => Math.floor(shownIn(listingZone, instant) / dayMs)
  const isLastMinute = (shownIn(listingZone, end) / 60_000) % 1440 >= 1439
  return [dayOf(start), Math.max(dayOf(end) + (isLastMinute ? 1 : 0), dayOf(start) + 1)]
}
