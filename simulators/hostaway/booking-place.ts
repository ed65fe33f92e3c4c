import { anyOf, chooseNights, known, requireOrder } from '../kit/asked.ts'
import { firstFreeStay, type OccupiedSpan } from '../kit/free-stay.ts'
import type { SeededRandom } from '../kit/random.ts'
import { occupied } from './calendar.ts'
import type { Listing, ListingUnit } from './listing-record.ts'
import type { Reservation } from './reservation-record.ts'
import type { Store } from './store.ts'

export const wrongOrder = 'departureDate must not be before arrivalDate'

/** Returns the requested listing, or any that can be booked. */
export function chooseListing(store: Store, id: number | null | undefined, random: SeededRandom): Listing {
  if (id !== undefined) return known(store.listings.get(id ?? 0), `no listing ${id}`, 400)
  const open = [...store.listings.values()].filter((listing) => listing.specialStatus !== 'archived')
  return anyOf(open, random, 'the account has no listing to book')
}

export function chooseStay(
  store: Store,
  listing: Listing,
  { arrivalDate, departureDate }: Partial<Reservation>,
  today: string,
  random: SeededRandom,
): OccupiedSpan {
  requireOrder(arrivalDate, departureDate, wrongOrder)
  const dates = { arrival: arrivalDate, departure: departureDate }
  return chooseNights(dates, today, random, (from, nights) =>
    firstFreeStay(occupied(store, listing), store.unitCount(listing.id), from, nights),
  )
}

export function chooseUnit(store: Store, listing: Listing, stay: OccupiedSpan): ListingUnit | undefined {
  const units = store.units.get(listing.id) ?? []
  const soldUnits = new Set(
    [...store.staysOf(listing.id)]
      .filter(
        (other) => (other.arrivalDate ?? '') < stay.departure && stay.arrival < (other.departureDate ?? ''),
      )
      .flatMap((other) => (other.reservationUnit ?? []) as { listingUnitId?: number }[])
      .map((part) => part.listingUnitId),
  )
  return units.find((unit) => !soldUnits.has(unit.id)) ?? units[0]
}
