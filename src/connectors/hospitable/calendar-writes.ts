import { daysFrom } from '../../connector-kit/dates.ts'
import { toMinorUnits } from '../../connector-kit/minor-units.ts'
import { untakeable } from '../../connector-kit/section-error.ts'
import type { CalendarChange, CalendarWrites } from '../../connector-kit/calendar-write-operations.ts'
import { propertiesPath } from './property-ids.ts'

// The vendor's documentation limits one call to this many dates.
const longestCall = 60

interface NightBody {
  date: string
  price?: { amount: number }
  available?: boolean
  min_stay?: number
}

export const calendarWrites: CalendarWrites = {
  fields: { available: true, price: true, minNights: true, maxNights: false },
  batch: { changes: 50, listings: 'one' },

  async write({ http }, changes) {
    const [first] = changes
    const refused = untakeable(changes, problemOf)
    const accepted = changes.filter((_, index) => refused.every((entry) => entry.index !== index))
    if (first === undefined || accepted.length === 0) return { refused }
    const path = `${propertiesPath}/${encodeURIComponent(first.listingExternalId)}/calendar`
    const dates = nightsOf(accepted)
    for (let at = 0; at < dates.length; at += longestCall) {
      await http.put(path, { body: { dates: dates.slice(at, at + longestCall) } })
    }
    return { refused }
  },
}

/** The vendor does not document how it counts currencies without two decimals. */
function problemOf({ price, currency }: CalendarChange): string | null {
  if (price === undefined) return null
  if (currency !== null && toMinorUnits(price, currency) !== null) return null
  return `${price} ${currency ?? 'without currency'} cannot be written in cents`
}

/** Returns every night once, with all settings that the changes together give it. */
function nightsOf(changes: readonly CalendarChange[]): NightBody[] {
  const nights = new Map<string, NightBody>()
  for (const { from, to, available, price, currency, minNights } of changes) {
    const amount = price === undefined || currency === null ? null : toMinorUnits(price, currency)
    for (const date of daysFrom(from, to)) {
      nights.set(date, {
        ...nights.get(date),
        date,
        ...(amount === null ? {} : { price: { amount } }),
        ...(available === undefined ? {} : { available }),
        ...(minNights === undefined ? {} : { min_stay: minNights }),
      })
    }
  }
  return [...nights.values()].toSorted((a, b) => a.date.localeCompare(b.date))
}
