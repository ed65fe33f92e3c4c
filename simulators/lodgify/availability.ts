import { addDays, nextDay } from '../kit/clock.ts'
import type { OccupiedSpan } from '../kit/free-stay.ts'
import { roomsOf, type Booking } from './booking-record.ts'
import type { PropertyRoom } from './property-record.ts'
import type { Store } from './store.ts'

/** Whether a booking keeps its nights. Open ones are requests and do not. */
export function holdsNights(booking: Booking): boolean {
  if (booking.is_deleted === true) return false
  return booking.is_unavailable === true || booking.status === 'Booked' || booking.status === 'Tentative'
}

/** Returns everything that takes a unit of a room type. */
export function occupied(store: Store, { room }: PropertyRoom): OccupiedSpan[] {
  const stays = [...store.staysOf(room.id)].filter(holdsNights).flatMap((booking) => {
    const rooms = roomsOf(booking).filter(({ room_type_id }) => room_type_id === room.id)
    return rooms.map(() => ({ arrival: booking.arrival ?? '', departure: booking.departure ?? '' }))
  })
  const closed = (store.closed.get(room.id) ?? []).flatMap(({ from, to }) =>
    Array.from({ length: room.units ?? 1 }, () => ({ arrival: from, departure: nextDay(to) })),
  )
  return [...stays, ...closed]
}

export interface Night {
  day: string
  available: number
  total: number
  bookings: Booking[]
  closedId: number | null
}

export function nightsOf(store: Store, { room }: PropertyRoom, from: string, to: string): Night[] {
  const total = room.units ?? 1
  const nights = new Map<string, Night>()
  for (let day = from; day <= to; day = nextDay(day)) {
    const closed = store.closed.get(room.id)?.find((period) => period.from <= day && day <= period.to)
    nights.set(day, {
      day,
      total,
      bookings: [],
      closedId: closed?.id ?? null,
      available: closed === undefined ? total : 0,
    })
  }
  for (const booking of store.staysOf(room.id)) {
    if (!holdsNights(booking) || booking.arrival === null || booking.departure === null) continue
    const rooms = roomsOf(booking).filter(({ room_type_id }) => room_type_id === room.id).length
    const first = booking.arrival > from ? booking.arrival : from
    for (let day = first; day < booking.departure && day <= to; day = nextDay(day)) {
      const night = nights.get(day)
      if (night === undefined) continue
      night.available = Math.max(0, night.available - rooms)
      night.bookings.push(booking)
    }
  }
  return [...nights.values()]
}

export interface Period extends Omit<Night, 'day'> {
  start: string
  /** The last night of the period. */
  end: string
}

/** Joins consecutive nights that are alike. */
export function periodsOf(nights: Night[]): Period[] {
  const periods: (Period & { key: string })[] = []
  for (const { day, ...night } of nights) {
    const key = JSON.stringify([night.available, night.closedId, night.bookings.map(({ id }) => id)])
    const last = periods.at(-1)
    if (last?.key === key && addDays(last.end, 1) === day) last.end = day
    else periods.push({ ...night, start: day, end: day, key })
  }
  return periods
}
