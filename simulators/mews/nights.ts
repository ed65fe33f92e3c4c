import { addDays } from '../kit/clock.ts'
import { occupiedUnits, type OccupiedSpan } from '../kit/free-stay.ts'
import { dayIn } from './local-time.ts'
import type { Category, Reservation } from './records.ts'
import type { Store } from './store.ts'

/** Reservations in these states take a room. */
export const heldStates = ['Confirmed', 'Started', 'Processed', 'Optional']

export const nightsOf = (row: Reservation, zone: string): OccupiedSpan => ({
  arrival: dayIn(row.ScheduledStartUtc, zone),
  departure: dayIn(row.ScheduledEndUtc, zone),
})

export interface Availability {
  category: Category
  rooms: number
  /** By night; less than 0 if the hotel is overbooked. */
  left: number[]
  /** They are included in what is left. */
  adjustments: number[]
}

/** Stays count against the room type that they booked, and blocks against the room's own. */
export function availabilitiesOf(
  store: Store,
  categories: readonly Category[],
  from: string,
  days: number,
): Availability[] {
  const booked = Map.groupBy(store.reservations.all(), (row) => row.RequestedResourceCategoryId)
  return categories.map((category) => {
    const zone = store.zoneOf(category)
    const ids = new Set(store.roomsOf(category).map(({ Id }) => Id))
    const rooms = category.IsActive ? ids.size : 0
    const stays = (booked.get(category.Id) ?? []).filter(({ State }) => heldStates.includes(State))
    const blocks = store.blocks.all().filter(({ AssignedResourceId }) => ids.has(AssignedResourceId))
    const spans = [
      ...stays.map((row) => nightsOf(row, zone)),
      ...blocks.map((row) => ({ arrival: dayIn(row.StartUtc, zone), departure: dayIn(row.EndUtc, zone) })),
    ]
    const soldUnits = occupiedUnits(spans, from, addDays(from, days))
    const adjusted = store.adjustments.get(category.Id)
    const adjustments = soldUnits.map((_, index) => adjusted?.get(addDays(from, index)) ?? 0)
    const left = soldUnits.map((count, index) => rooms - count + (adjustments[index] ?? 0))
    return { category, rooms, left, adjustments }
  })
}

/** Returns a room of the room type that is free on those nights; null if there is none. */
export function freeRoom(store: Store, category: Category, stay: OccupiedSpan): string | null {
  const zone = store.zoneOf(category)
  const takenIds = store.reservations.all().flatMap((row) => {
    const { arrival, departure } = nightsOf(row, zone)
    const isHere = row.State !== 'Canceled' && arrival < stay.departure && stay.arrival < departure
    return isHere ? [row.AssignedResourceId] : []
  })
  return store.roomsOf(category).find(({ Id }) => !takenIds.includes(Id))?.Id ?? null
}
