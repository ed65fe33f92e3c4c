import { daysBetween, isWeekend, nextDay } from '../kit/clock.ts'
import type { OccupiedSpan } from '../kit/free-stay.ts'
import type { Listing } from './listing-record.ts'
import type { Reservation } from './reservation-record.ts'
import type { Store } from './store.ts'
import { pendingStatuses, reservedStatuses } from './vocabulary.ts'

type NightUse = 'reserved' | 'pending'

/** Returns how a booking uses its nights; undefined if it leaves them free. */
function useOf(reservation: Reservation): NightUse | undefined {
  if (reservation.isDatesUnspecified === 1) return undefined
  if (reservedStatuses.includes(reservation.status ?? '')) return 'reserved'
  return pendingStatuses.includes(reservation.status ?? '') ? 'pending' : undefined
}

/** Returns everything that takes a unit of a listing, with blocks made by hand. */
export function occupied(store: Store, listing: Listing): OccupiedSpan[] {
  const stays = [...store.staysOf(listing.id)].filter((stay) => useOf(stay) !== undefined)
  const blocks = store.blocks.get(listing.id) ?? []
  return [
    ...stays.map((stay) => ({ arrival: stay.arrivalDate ?? '', departure: stay.departureDate ?? '' })),
    // A block closes the whole listing, so it counts for each of its units.
    ...blocks.flatMap((block) =>
      Array.from({ length: store.unitCount(listing.id) }, () => ({
        arrival: block.from,
        departure: nextDay(block.to),
      })),
    ),
  ]
}

interface Night {
  reserved: Reservation[]
  pending: Reservation[]
  note: string | null
  isBlocked: boolean
}

/** Shows the calendar as the vendor does, always in step with the bookings. */
export function calendarDays(
  store: Store,
  listing: Listing,
  from: string,
  to: string,
  includeResources: boolean,
): object[] {
  const nights = new Map<string, Night>()
  for (let day = from; day <= to; day = nextDay(day)) {
    const block = store.blocks
      .get(listing.id)
      ?.find((candidate) => candidate.from <= day && day <= candidate.to)
    nights.set(day, { reserved: [], pending: [], note: block?.note ?? null, isBlocked: block !== undefined })
  }
  for (const stay of store.staysOf(listing.id)) {
    const use = useOf(stay)
    const { arrivalDate, departureDate } = stay
    if (use === undefined || arrivalDate === null || departureDate === null) continue
    const first = arrivalDate > from ? arrivalDate : from
    for (let day = first; day < departureDate && day <= to; day = nextDay(day)) {
      nights.get(day)?.[use].push(stay)
    }
  }
  return [...nights].map(([day, night]) => toDay(store, listing, day, night, includeResources))
}

function toDay(
  store: Store,
  listing: Listing,
  date: string,
  night: Night,
  includeResources: boolean,
): object {
  const units = store.unitCount(listing.id)
  const isMultiUnit = (store.units.get(listing.id)?.length ?? 0) > 0
  const left = night.isBlocked ? 0 : Math.max(0, units - night.reserved.length - night.pending.length)
  const counts = {
    countAvailableUnits: units,
    availableUnitsToSell: left,
    countPendingUnits: night.pending.length,
    countBlockingReservations: night.reserved.length,
    countBlockedUnits: night.isBlocked ? units : 0,
    desiredUnitsToSell: night.isBlocked ? 0 : units,
  }
  const set = store.nights.get(listing.id)?.get(date)
  const noCounts = Object.fromEntries(Object.keys(counts).map((name) => [name, null]))
  return {
    id: listing.id * 100_000 + daysBetween('1970-01-01', date),
    date,
    isAvailable: left > 0 ? 1 : 0,
    isProcessed: 1,
    status: statusOf(night, left),
    price: nightPrice(store, listing, date),
    minimumStay: set?.minimumStay ?? listing.minNights,
    maximumStay: set?.maximumStay ?? listing.maxNights,
    closedOnArrival: set?.closedOnArrival ?? null,
    closedOnDeparture: set?.closedOnDeparture ?? null,
    note: night.note,
    ...(isMultiUnit ? counts : noCounts),
    ...(includeResources ? { reservations: [...night.reserved, ...night.pending] } : {}),
  }
}

function statusOf(night: Night, left: number): string {
  if (left > 0) return 'available'
  if (night.reserved.length > 0) return 'reserved'
  return night.isBlocked ? 'blocked' : 'pending'
}

export function nightPrice(store: Store, listing: Listing, date: string): number {
  return store.nights.get(listing.id)?.get(date)?.price ?? priceOn(listing, date)
}

/** Friday and Saturday nights cost more. */
function priceOn(listing: Listing, date: string): number {
  return Math.round((listing.price ?? 0) * (isWeekend(date) ? 1.2 : 1))
}
