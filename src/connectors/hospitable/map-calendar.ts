import type { CalendarDayRecord } from '../../contract/records.ts'
import { civilDate } from '../../connector-kit/dates.ts'
import { minorUnits } from '../../connector-kit/minor-units.ts'
import { currencyCode, presentText, presentTexts, wholeNumber } from '../../connector-kit/readings.ts'
import { EssentialMissing } from '../../connector-kit/tolerance/essentials.ts'
import type { VendorDay } from './vendor.ts'

export function toCalendarDay(row: VendorDay): CalendarDayRecord {
  const date = civilDate(row.date)
  if (date === null) throw new EssentialMissing('a calendar day without date')
  // Only a clear yes opens the night.
  const available = row.status?.available === true
  return {
    date,
    available,
    price: priceOf(row),
    minNights: wholeNumber(row.min_stay),
    closedToArrival: row.closed_for_checkin ?? null,
    closedToDeparture: row.closed_for_checkout ?? null,
    availableUnits: available ? 1 : 0,
    note: available ? null : noteOf(row),
  }
}

function priceOf({ price }: VendorDay): string | null {
  const amount = price?.amount ?? null
  if (amount === null) return null
  const currency = currencyCode(price?.currency)
  // The currency decides how many decimals the number has.
  if (currency === null) throw new Error('a price without currency')
  return minorUnits({ amount, currency, formatted: price?.formatted })
}

/**
 * Returns the text that somebody wrote about a closed night, else the vendor's reason: `blocked, availability
 * window`.
 */
function noteOf({ status, note }: VendorDay): string | null {
  const text = presentText(note)
  if (text !== null) return text
  const words = presentTexts([status?.reason, status?.source_type, status?.source])
  const reasons = words.map((word) => word.toLowerCase().replaceAll('_', ' '))
  return reasons.length === 0 ? null : [...new Set(reasons)].join(', ')
}
