import { daysBetween } from '../kit/clock.ts'
import type { DayRange } from '../kit/nights.ts'
import type { CalendarNight } from '../kit/world/nights.ts'
import { nightUseOf } from './projection.ts'
import type { Listing, Reservation } from './records.ts'
import type { Store } from './store.ts'

/** Shows nights as the vendor does. */
export function calendarDays(
  store: Store,
  listing: Listing,
  range: DayRange,
  includeResources: boolean,
): object[] {
  return store.world.nights(listing, range).map((night) => toDay(store, listing, night, includeResources))
}

function toDay(
  store: Store,
  listing: Listing,
  { date, price, stays, left, set }: CalendarNight<Reservation>,
  includeResources: boolean,
): object {
  const all = store.unitsOf(listing).length
  const isBlocked = set.isClosed === true
  const reserved = stays.filter((stay) => nightUseOf(stay) === 'reserved')
  const pending = stays.filter((stay) => nightUseOf(stay) === 'pending')
  const fullWord = reserved.length > 0 ? 'reserved' : isBlocked ? 'blocked' : 'pending'
  const counts = {
    ...{ countAvailableUnits: all, availableUnitsToSell: left },
    ...{ countPendingUnits: pending.length, countBlockingReservations: reserved.length },
    ...{ countBlockedUnits: isBlocked ? all : 0, desiredUnitsToSell: isBlocked ? 0 : all },
  }
  const noCounts = Object.fromEntries(Object.keys(counts).map((name) => [name, null]))
  return {
    id: listing.id * 100_000 + daysBetween('1970-01-01', date),
    ...{ date, isAvailable: left > 0 ? 1 : 0, isProcessed: 1 },
    status: left > 0 ? 'available' : fullWord,
    price,
    ...{ minimumStay: set.minNights ?? listing.minNights, maximumStay: set.maxNights ?? listing.maxNights },
    closedOnArrival: flagOf(set.closedToArrival),
    closedOnDeparture: flagOf(set.closedToDeparture),
    note: store.noteOf(listing, date),
    ...(all > 0 ? counts : noCounts),
    ...(includeResources ? { reservations: [...reserved, ...pending] } : {}),
  }
}

function flagOf(isSet: boolean | undefined): 0 | 1 | null {
  return isSet === undefined ? null : isSet ? 1 : 0
}
