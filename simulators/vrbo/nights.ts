import { daysOf, type DayRange } from '../kit/nights.ts'
import type { Store } from './store.ts'

/** Shows what bookings leave of a home's nights; nights from feeds are not held here. */
export function shownNights(
  store: Store,
  propertyId: string,
  range: DayRange,
): { date: string; left: number }[] {
  const stays = store.occupied(propertyId)
  return daysOf(range).map((date) => {
    const isTaken = stays.some(({ arrival, departure }) => arrival <= date && date < departure)
    return { date, left: isTaken ? 0 : 1 }
  })
}
