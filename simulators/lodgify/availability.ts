import { addDays, daysBetween } from '../kit/clock.ts'
import type { DayRange } from '../kit/nights.ts'
import type { Booking, Room } from './records.ts'
import type { Store } from './store.ts'

export interface Period {
  start: string
  /** The last night of the period. */
  end: string
  available: number
  total: number
  bookings: Pick<Booking, 'id' | 'status'>[]
  closedId: number | null
}

/** Joins consecutive nights that are alike. */
export function periodsOf({ world }: Store, room: Room, range: DayRange): Period[] {
  const settings = world.settingsOf(room)
  // Nights closed in one go have one id; it is made of the first of them.
  const closedIdOf = (day: string): number => {
    const before = addDays(day, -1)
    return settings.get(before)?.isClosed === true
      ? closedIdOf(before)
      : 55_001 + daysBetween('2020-01-01', day)
  }
  const periods: (Period & { key: string })[] = []
  for (const { date, stays, left, set } of world.nights(room, range)) {
    const bookings = [...new Set(stays)].map(({ id, status }) => ({ id, status }))
    const closedId = set.isClosed === true ? closedIdOf(date) : null
    const key = JSON.stringify([left, closedId, bookings.map(({ id }) => id)])
    const units = { available: left, total: room.units ?? 1 }
    const last = periods.at(-1)
    if (last?.key === key) last.end = date
    else periods.push({ start: date, end: date, ...units, bookings, closedId, key })
  }
  return periods
}
