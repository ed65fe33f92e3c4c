import type { ShownNight } from '../kit/definition.ts'
import { daysOf, type DayRange } from '../kit/nights.ts'
import { priceOf } from './invent-booking.ts'
import type { Listing } from './records.ts'
import type { Store } from './store.ts'

/** Shows the nights of a listing as guests see them. */
export function shownNights(store: Store, listing: Listing, range: DayRange): ShownNight[] {
  const nights = store.nightsOf(listing.id)
  const blocked = store.blockedDates(listing.id)
  return daysOf(range).map((date) => ({
    date,
    left: blocked.some(({ from, to }) => from <= date && date <= to) ? 0 : 1,
    price: listing.pricingModel === 'Standard' ? priceOf(listing, nights, date) : null,
    closedAt: nights.closed.get(date) ?? null,
  }))
}

/** Whether guests could book all of these nights. */
export const isOpen = (store: Store, { id }: Listing, arrival: string, departure: string): boolean =>
  !store.blockedDates(id).some(({ from, to }) => from < departure && arrival <= to)
