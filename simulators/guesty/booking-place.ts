import { chooseNights, known, requireOrder } from '../kit/asked.ts'
import { daysBetween } from '../kit/clock.ts'
import { ControlError } from '../kit/control-error.ts'
import { firstFreeStay, occupiedUnits } from '../kit/free-stay.ts'
import type { OccupiedSpan } from '../kit/free-stay.ts'
import type { SeededRandom } from '../kit/random.ts'
import { Refusal } from '../kit/refusal.ts'
import { nightMinimum, occupied } from './calendar.ts'
import type { Listing } from './listing-record.ts'
import type { Reservation } from './reservation-record.ts'
import type { SentFields } from './sent-fields.ts'
import type { Store } from './store.ts'

export const wrongOrder = 'checkOutDateLocalized must be after checkInDateLocalized'

interface BookingPlace {
  listing: Listing
  unit: Listing | undefined
  stay: OccupiedSpan
}

/** The place and the nights asked for, else any that are free. */
export function chooseBookingPlace(
  store: Store,
  fields: Partial<Reservation>,
  today: string,
  random: SeededRandom,
): BookingPlace {
  const target = fields.listingId === undefined ? undefined : listingNamed(store, fields.listingId)
  const listing =
    target === undefined ? anyListing(store, random) : listingNamed(store, store.rootId(target._id))
  const stay = chooseStay(store, listing, fields, today, random)
  const unit = target?.type === 'MTL_CHILD' ? target : freeUnit(store, listing, stay)
  return { listing, unit, stay }
}

function listingNamed(store: Store, id: string): Listing {
  return known(store.listings.get(id), `no listing ${id}`, 400)
}

function anyListing(store: Store, random: SeededRandom): Listing {
  const open = store.roots().filter((listing) => listing.active === true)
  if (open.length === 0) throw new ControlError('the account has no listing to book')
  return random.pick(open)
}

function chooseStay(
  store: Store,
  listing: Listing,
  { checkInDateLocalized: arrival, checkOutDateLocalized: departure }: Partial<Reservation>,
  today: string,
  random: SeededRandom,
): OccupiedSpan {
  requireOrder(arrival, departure, wrongOrder, 1)
  return chooseNights({ arrival, departure }, today, random, (from, nights) =>
    firstFreeStay(occupied(store, listing), Math.max(1, store.unitCount(listing)), from, nights),
  )
}

export function freeUnit(store: Store, listing: Listing, stay: OccupiedSpan): Listing | undefined {
  const units = store.childrenOf(listing)
  const overlaps = (one: OccupiedSpan) => one.arrival < stay.departure && stay.arrival < one.departure
  return units.find((unit) => !occupied(store, unit).some(overlaps)) ?? units[0]
}

/** Documented: stays that the calendar or the terms forbid are refused with 401, of all numbers. The words are a guess. */
const refusedStay = (code: string, message: string): Refusal =>
  new Refusal({ status: 401, body: { error: { code, message } } })

/** `own`: the booking that is moved, whose nights are not in its own way. */
export function demandStay(
  store: Store,
  listing: Listing,
  fields: SentFields,
  own?: Reservation,
): OccupiedSpan {
  const [arrival, departure] = [String(fields.checkInDateLocalized), String(fields.checkOutDateLocalized)]
  const soldUnits = occupied(store, listing)
  if (own !== undefined) {
    const at = soldUnits.findIndex(
      (one) => one.arrival === own.checkInDateLocalized && one.departure === own.checkOutDateLocalized,
    )
    if (at >= 0) soldUnits.splice(at, 1)
  }
  const units = store.unitCount(listing)
  if (occupiedUnits(soldUnits, arrival, departure).some((count) => count >= units)) {
    throw refusedStay('LISTING_CALENDAR_BLOCKED', 'The listing is not available for these dates')
  }
  const least = nightMinimum(store, listing, arrival)
  if (own === undefined && daysBetween(arrival, departure) < least) {
    throw refusedStay('MIN_NIGHT_MISMATCH', `The terms of the listing ask for ${least} nights`)
  }
  return { arrival, departure }
}
