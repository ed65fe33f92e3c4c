import { addDays } from '../kit/clock.ts'
import { occupiedUnits } from '../kit/free-stay.ts'
import { dayIn } from './local-time.ts'
import type { Category, Reservation, Resource } from './records.ts'
import type { Store } from './store.ts'

/** Reservations in these states take a room. */
export const heldStates = ['Confirmed', 'Started', 'Processed', 'Optional']

export interface Availability {
  category: Category
  rooms: number
  /** By night; less than 0 if the hotel is overbooked. */
  left: number[]
  /** They are included in what is left. */
  adjustments: number[]
}

/**
 * Stays count against the room type that they booked, and blocks against the room's own. A stay that is being moved
 * does not count.
 */
export function availabilitiesOf(
  store: Store,
  categories: readonly Category[],
  from: string,
  days: number,
  moved?: Reservation,
): Availability[] {
  const rows = store.reservations.all().filter((row) => row !== moved && heldStates.includes(row.State))
  const booked = Map.groupBy(rows, (row) => row.RequestedResourceCategoryId)
  return categories.map((category) => {
    const zone = store.zoneOf(category)
    const ids = new Set(store.roomsOf(category).map(({ Id }) => Id))
    const rooms = category.IsActive ? ids.size : 0
    const blocks = store.blocks.all().filter(({ AssignedResourceId }) => ids.has(AssignedResourceId))
    const spans = [
      ...(booked.get(category.Id) ?? []).map((row) => ({
        arrival: dayIn(row.ScheduledStartUtc, zone),
        departure: dayIn(row.ScheduledEndUtc, zone),
      })),
      ...blocks.map((row) => ({ arrival: dayIn(row.StartUtc, zone), departure: dayIn(row.EndUtc, zone) })),
    ]
    const soldUnits = occupiedUnits(spans, from, addDays(from, days))
    const adjusted = store.adjustments.get(category.Id)
    const adjustments = soldUnits.map((_, index) => adjusted?.get(addDays(from, index)) ?? 0)
    const left = soldUnits.map((count, index) => rooms - count + (adjustments[index] ?? 0))
    return { category, rooms, left, adjustments }
  })
}

/** Returns the room that was named, or one that is free; undefined if there is none, or the named one is taken. */
export function freeRoom(
  store: Store,
  category: Category,
  { start, end }: { start: string; end: string },
  id?: string,
): Resource | undefined {
  const isHere = ({ ScheduledStartUtc, ScheduledEndUtc }: Reservation) =>
    Date.parse(ScheduledStartUtc) < Date.parse(end) && Date.parse(start) < Date.parse(ScheduledEndUtc)
  const rows = store.reservations.all().filter((row) => row.State !== 'Canceled' && isHere(row))
  const takenIds = new Set(rows.map(({ AssignedResourceId }) => AssignedResourceId))
  return store.roomsOf(category).find(({ Id }) => (id === undefined || id === Id) && !takenIds.has(Id))
}
