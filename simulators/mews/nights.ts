import { addDays, dayStartMs } from '../kit/clock.ts'
import { occupiedUnits } from '../kit/free-stay.ts'
import type { OccupiedSpan } from '../kit/free-stay.ts'
import { amountOf } from './money.ts'
import { dayIn } from './moments.ts'
import type { Amount, Category, Rate, Reservation } from './records.ts'
import type { Store } from './store.ts'

/** Reservations in these states take a room. */
const holding = ['Confirmed', 'Started', 'Processed', 'Optional']

/** Returns stays and blocks that take rooms of a category; reservations count for the category they booked. */
export function occupied(
  store: Store,
  category: Category,
  booked: readonly Reservation[] = store.reservations.values(),
): OccupiedSpan[] {
  const { TimeZoneIdentifier: zone } = store.enterpriseOf(category.ServiceId)
  const stays = booked
    .filter((row) => row.RequestedResourceCategoryId === category.Id && holding.includes(row.State))
    .map((row) => nightsOf(row, zone))
  const rooms = new Set(store.rooms(category.Id).map(({ Id }) => Id))
  const blocks = store.blocks
    .values()
    .filter(({ AssignedResourceId, IsActive }) => IsActive && rooms.has(AssignedResourceId))
    .map((block) => ({ arrival: dayIn(block.StartUtc, zone), departure: dayIn(block.EndUtc, zone) }))
  return [...stays, ...blocks]
}

export function nightsOf(row: Reservation, zone: string): OccupiedSpan {
  return { arrival: dayIn(row.ScheduledStartUtc, zone), departure: dayIn(row.ScheduledEndUtc, zone) }
}

/** Callers who need all categories group the reservations once. */
export const bookedByCategory = (store: Store): ReadonlyMap<string, Reservation[]> =>
  Map.groupBy(store.reservations.values(), (row) => row.RequestedResourceCategoryId)

/** Returns the rooms left each night, and the adjustments already included. */
export function availabilityOf(
  store: Store,
  category: Category,
  from: string,
  days: number,
  booked?: readonly Reservation[],
): { left: number[]; adjustments: number[] } {
  const rooms = category.IsActive ? store.rooms(category.Id).length : 0
  const soldUnits = occupiedUnits(occupied(store, category, booked), from, addDays(from, days))
  const adjusted = store.sides.get(category.Id)?.adjustments
  const adjustments = soldUnits.map((_, index) =>
    adjusted === undefined ? 0 : (adjusted.get(addDays(from, index)) ?? 0),
  )
  return { left: soldUnits.map((count, index) => rooms - count + (adjustments[index] ?? 0)), adjustments }
}

/** Friday and Saturday nights cost more. */
export function nightPrice(store: Store, category: Category, rate: Rate, date: string): Amount {
  const weekday = new Date(dayStartMs(date)).getUTCDay()
  const weekend = weekday === 5 || weekday === 6 ? 1.15 : 1
  const ownPrice = store.prices.get(`${rate.BaseRateId ?? rate.Id} ${category.Id} ${date}`)
  const price =
    ownPrice === undefined
      ? (store.sides.get(category.Id)?.price ?? 0) * weekend * rate.factor
      : ownPrice * (rate.BaseRateId === null ? 1 : rate.factor)
  return amountOf(price, store.enterpriseOf(category.ServiceId))
}

/** Returns a room of the category that is free on those nights; null if there is none. */
export function freeRoom(store: Store, category: Category, stay: OccupiedSpan): string | null {
  const { TimeZoneIdentifier: zone } = store.enterpriseOf(category.ServiceId)
  const roomIds = new Set(
    store.reservations
      .values()
      .filter((row) => {
        const { arrival, departure } = nightsOf(row, zone)
        return row.State !== 'Canceled' && arrival < stay.departure && stay.arrival < departure
      })
      .map(({ AssignedResourceId }) => AssignedResourceId),
  )
  return store.rooms(category.Id).find(({ Id }) => !roomIds.has(Id))?.Id ?? null
}
