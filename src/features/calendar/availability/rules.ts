/** Fills the calendar's gaps: a night shows defaults when nothing is stored for it. Pure. */
import type { AvailabilityDay } from '../../../contract/availability.ts'
import { priceOf, unitsLeft, type StoredNight } from '../../../records/calendar/public.ts'

const amount = (decimal: string | null) => (decimal === null ? null : Number(decimal))

export function toDay(night: StoredNight): AvailabilityDay {
  const availableUnits = unitsLeft(night)
  return {
    date: night.date,
    available: availableUnits > 0,
    price: amount(priceOf(night)),
    minNights: Math.max(1, night.min_nights ?? night.listing_min_nights ?? 1),
    availableUnits,
  }
}
