import type { CalendarDayRecord } from '../../contract/records.ts'
import { demand, readable } from '../../connector-kit/answers.ts'
import type { CalendarChange, CalendarWrites } from '../../connector-kit/calendar-write-operations.ts'
import type { VendorOperations } from '../../connector-kit/connector.ts'
import { addDays, civilDate, daysFrom, inStretches } from '../../connector-kit/dates.ts'
import { untakeable } from '../../connector-kit/section-error.ts'
import { plainFlag } from '../../connector-kit/tolerance/plain-values.ts'
import { day, VendorCalendar, VendorDay } from './vendor.ts'

/** One call reads twelve months, of which a day is asked for in addition. */
const longestRangeDays = 364

const pathOf = (propertyId: string) => `/calendar/${encodeURIComponent(propertyId)}`

export const calendar: NonNullable<VendorOperations['calendar']> = {
  async range({ http }, { listing, from, to }) {
    return inStretches({ from, to }, longestRangeDays, async (range) => {
      // The vendor does not document if the last day is included.
      const query = { from: range.from, to: addDays(range.to, 1) }
      const answer = await http.get(pathOf(listing.externalId), { query })
      const rows = readable(VendorDay, demand(VendorCalendar, answer, 'calendar').calendar.days)
      return toCalendarDays(rows, range.from, range.to)
    })
  },
}

/** Makes a record for every day. A night that is missing, or told of twice and once taken, is closed. */
function toCalendarDays(rows: readonly VendorDay[], from: string, to: string): CalendarDayRecord[] {
  const byDate = Map.groupBy(rows, ({ date }) => civilDate(date))
  return daysFrom(from, to).map((date) => {
    const nights = byDate.get(date) ?? []
    const available = nights.length > 0 && nights.every((night) => plainFlag(night.available) === true)
    return { date, available, availableUnits: available ? 1 : 0, ...day.read(nights[0]) }
  })
}

/** Nothing says how many nights one call takes; so many are what a call reads. */
const nightsPerCall = 365

/** The vendor answers at once and writes within a minute. Prices are those before a channel's markup. */
export const calendarWrites: CalendarWrites = {
  fields: { available: true, price: true, minNights: true, maxNights: false },
  batch: { changes: 50, listings: 'one' },

  async write({ http, now }, changes) {
    const today = now().toISOString().slice(0, 10)
    const refused = untakeable(changes, ({ to }) =>
      to < today ? 'Uplisting ignores nights before today in UTC' : null,
    )
    const days = nightsOf(changes.filter((_, index) => refused.every((entry) => entry.index !== index)))
    const [{ listingExternalId } = { listingExternalId: '' }] = changes
    for (let at = 0; at < days.length; at += nightsPerCall)
      await http.post(pathOf(listingExternalId), {
        body: { calendar: { days: days.slice(at, at + nightsPerCall) } },
      })
    return { refused }
  },
}

/** Returns every night once, with all settings that the changes together give it. */
function nightsOf(changes: readonly CalendarChange[]): object[] {
  const nights = new Map<string, object>()
  for (const { from, to, available, price, minNights } of changes)
    for (const date of daysFrom(from, to))
      nights.set(date, {
        ...nights.get(date),
        date,
        ...(available === undefined ? {} : { available }),
        ...(price === undefined ? {} : { day_rate: Number(price) }),
        ...(minNights === undefined ? {} : { minimum_length_of_stay: minNights }),
      })
  return [...nights.entries()].toSorted(([a], [b]) => a.localeCompare(b)).map(([, night]) => night)
}
