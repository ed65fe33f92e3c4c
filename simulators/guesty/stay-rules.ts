import { daysBetween } from '../kit/clock.ts'
import { occupiedUnits } from '../kit/free-stay.ts'
import type { Occupied } from '../kit/free-stay.ts'
import { Refusal } from '../kit/refusal.ts'
import { nightMinimum, occupied } from './calendar.ts'
import type { Listing } from './listing-record.ts'
import type { Reservation } from './reservation-record.ts'
import type { Sent } from './sent-fields.ts'
import type { Store } from './store.ts'

/** Documented: stays that the calendar or the terms forbid are refused with 401, of all numbers. The words are a guess. */
const refusedStay = (code: string, message: string): Refusal =>
  new Refusal({ status: 401, body: { error: { code, message } } })

/** `own`: the booking that is moved, whose nights are not in its own way. */
export function demandStay(store: Store, listing: Listing, sent: Sent, own?: Reservation): Occupied {
  const [arrival, departure] = [String(sent.checkInDateLocalized), String(sent.checkOutDateLocalized)]
  const taken = occupied(store, listing)
  if (own !== undefined) {
    const at = taken.findIndex(
      (one) => one.arrival === own.checkInDateLocalized && one.departure === own.checkOutDateLocalized,
    )
    if (at >= 0) taken.splice(at, 1)
  }
  const units = store.unitCount(listing)
  if (occupiedUnits(taken, arrival, departure).some((count) => count >= units)) {
    throw refusedStay('LISTING_CALENDAR_BLOCKED', 'The listing is not available for these dates')
  }
  const least = nightMinimum(store, listing, arrival)
  if (own === undefined && daysBetween(arrival, departure) < least) {
    throw refusedStay('MIN_NIGHT_MISMATCH', `The terms of the listing ask for ${least} nights`)
  }
  return { arrival, departure }
}
