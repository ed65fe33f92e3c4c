import { addDays } from '../kit/clock.ts'
import { ControlError } from '../kit/control-error.ts'
import { firstFreeStay } from '../kit/free-stay.ts'
import type { Occupied } from '../kit/free-stay.ts'
import type { SeededRandom } from '../kit/random.ts'
import { occupied } from './calendar.ts'
import type { Listing } from './listing-record.ts'
import type { Reservation } from './reservation-record.ts'
import type { Store } from './store.ts'

export interface BookingPlace {
  listing: Listing
  unit: Listing | undefined
  stay: Occupied
}

/** The place and the nights asked for, else any that are free. */
export function chooseBookingPlace(
  store: Store,
  fields: Partial<Reservation>,
  today: string,
  random: SeededRandom,
): BookingPlace {
  const wanted = fields.listingId === undefined ? undefined : listingNamed(store, fields.listingId)
  const listing =
    wanted === undefined ? anyListing(store, random) : listingNamed(store, store.rootId(wanted._id))
  const stay = chooseStay(store, listing, fields, today, random)
  const unit = wanted?.type === 'MTL_CHILD' ? wanted : freeUnit(store, listing, stay)
  return { listing, unit, stay }
}

function listingNamed(store: Store, id: string): Listing {
  const listing = store.listings.get(id)
  if (listing === undefined) throw new ControlError(`no listing ${id}`)
  return listing
}

function anyListing(store: Store, random: SeededRandom): Listing {
  const open = store.roots().filter((listing) => listing.active === true)
  if (open.length === 0) throw new ControlError('the account has no listing to book')
  return random.pick(open)
}

/** Given days are taken as they are, also where they overlap; otherwise free ones are found. */
function chooseStay(
  store: Store,
  listing: Listing,
  { checkInDateLocalized: arrival, checkOutDateLocalized: departure }: Partial<Reservation>,
  today: string,
  random: SeededRandom,
): Occupied {
  requireOrder(arrival, departure)
  const nights = random.int(2, 6)
  if (arrival) return { arrival, departure: departure ?? addDays(arrival, nights) }
  if (departure) return { arrival: addDays(departure, -nights), departure }
  const from = addDays(today, random.int(2, 60))
  return firstFreeStay(occupied(store, listing), Math.max(1, store.unitCount(listing)), from, nights)
}

export function freeUnit(store: Store, listing: Listing, stay: Occupied): Listing | undefined {
  const units = store.childrenOf(listing)
  const overlaps = (one: Occupied) => one.arrival < stay.departure && stay.arrival < one.departure
  return units.find((unit) => !occupied(store, unit).some(overlaps)) ?? units[0]
}

export function requireOrder(arrival: string | null | undefined, departure: string | null | undefined): void {
  if (arrival && departure && departure <= arrival) {
    throw new ControlError('checkOutDateLocalized must be after checkInDateLocalized')
  }
}
