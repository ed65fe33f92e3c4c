import { daysBetween } from '../kit/clock.ts'
import type { VendorAnswer } from '../kit/definition.ts'
import { occupiedUnits } from '../kit/free-stay.ts'
import { nightMinimum, occupied } from './calendar.ts'
import type { Listing } from './listing-record.ts'
import type { Reservation } from './reservation-record.ts'
import type { Store } from './store.ts'

/** Documented: stays that the calendar or the terms forbid are refused with 401, of all numbers. The words are a guess. */
const refusedStay = (code: string, message: string): VendorAnswer => ({
  status: 401,
  body: { error: { code, message } },
})

/** `own`: the booking that is moved, whose nights are not in its own way. */
export function refusalOfStay(
  store: Store,
  listing: Listing,
  arrival: string,
  departure: string,
  own?: Reservation,
): VendorAnswer | undefined {
  const taken = occupied(store, listing)
  if (own !== undefined) {
    const at = taken.findIndex(
      (one) => one.arrival === own.checkInDateLocalized && one.departure === own.checkOutDateLocalized,
    )
    if (at >= 0) taken.splice(at, 1)
  }
  const units = store.unitCount(listing)
  if (occupiedUnits(taken, arrival, departure).some((count) => count >= units)) {
    return refusedStay('LISTING_CALENDAR_BLOCKED', 'The listing is not available for these dates')
  }
  const least = nightMinimum(store, listing, arrival)
  if (own === undefined && daysBetween(arrival, departure) < least) {
    return refusedStay('MIN_NIGHT_MISMATCH', `The terms of the listing ask for ${least} nights`)
  }
  return undefined
}
