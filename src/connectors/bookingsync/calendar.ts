import type { CalendarDayRecord } from '../../contract/records.ts'
import { readable } from '../../connector-kit/answers.ts'
import type { VendorContext, VendorOperations } from '../../connector-kit/connector.ts'
import { addDays, civilDate, daysBetween, daysFrom } from '../../connector-kit/dates.ts'
import { nonZeroDecimal } from '../../connector-kit/money.ts'
import { presentText, wholeNumber } from '../../connector-kit/readings.ts'
import { readSide } from '../../connector-kit/tolerance/unread-fields.ts'
import { VendorError } from '../../connector-kit/vendor-error.ts'
import { readById } from './envelope.ts'
import { VendorDays } from './vendor.ts'

/** One rental's maps are about ten thousand characters. */
const rentalsAtOnce = 25

export const calendar: NonNullable<VendorOperations['calendar']> = {
  async range(context, { listing, from, to }) {
    const [days] = await daysOf(context, [listing.externalId])
    // No new calendar is better than a wrong one.
    if (days === undefined || !hasAvailability(days)) {
      throw new VendorError('malformed', `no availability of rental ${listing.externalId}`)
    }
    return toCalendarDays(days, from, to)
  },

  together: {
    listings: rentalsAtOnce,
    async ranges(context, { listings, from, to }) {
      const ids = listings.map(({ externalId }) => externalId)
      const found = (await daysOf(context, ids)).filter(hasAvailability)
      return new Map(found.map((days) => [String(days.id), toCalendarDays(days, from, to)]))
    },
  },
}

export async function daysOf({ http }: VendorContext, ids: readonly string[]): Promise<VendorDays[]> {
  const include = 'availability,change_over,nightly_rate_map'
  return readable(VendorDays, await readById(http, '/rentals', ids, { include }))
}

const hasAvailability = ({ availability }: VendorDays): boolean =>
  startOf(availability) !== null && presentText(availability?.map) !== null

const startOf = (map: { start_date?: string | null } | null | undefined): string | null =>
  readSide('start_date', map?.start_date, () => civilDate(map?.start_date))

/** Returns the value of a day in a map that begins at its own first day; undefined outside of the map. */
function dayReader(start: string | null, values: string | readonly string[]) {
  return (date: string): string | undefined => (start === null ? undefined : values[daysBetween(start, date)])
}

/**
 * A night is open where the availability says 0, and nowhere else. Changes of guests are C for both, I for
 * arrivals, O for departures and X for neither; any other letter says nothing.
 */
function toCalendarDays(days: VendorDays, from: string, to: string): CalendarDayRecord[] {
  const { availability, change_over: changeOver } = days
  const state = dayReader(startOf(availability), availability?.map ?? '')
  const change = dayReader(startOf(changeOver), changeOver?.map ?? '')
  const isOpen = (date: string) => state(date) === '0'
  const rates = rateReader(days)
  return daysFrom(from, to).map((date) => {
    const available = isOpen(date)
    const { price, minNights } = rates(date)
    return {
      ...{ date, available, availableUnits: available ? 1 : 0, price, minNights },
      // Booked nights close changes of guests as well, and those are no rules of the host.
      closedToArrival: available && 'OX'.includes(change(date) ?? ' '),
      closedToDeparture: isOpen(addDays(date, -1)) && 'IX'.includes(change(date) ?? ' '),
    }
  })
}

/** A rate of 0 is a night without a rate. */
export function rateReader({ nightly_rate_map: map }: VendorDays) {
  const start = startOf(map)
  const rate = dayReader(start, (map?.rates_map ?? '').split(','))
  const minimum = dayReader(start, (map?.minimum_stays_map ?? '').split(','))
  return (date: string) => ({
    price: readSide('rates_map', rate(date), () => nonZeroDecimal(rate(date)?.trim())),
    minNights: readSide('minimum_stays_map', minimum(date), () => wholeNumber(minimum(date)?.trim())) || null,
    /** False outside of the map. */
    isKnown: [rate(date), minimum(date)].every((value) => /^\s*\d/.test(value ?? '')),
  })
}
