import type { CalendarDayRecord } from '../../contract/records.ts'
import { demand, fieldOf, listIn, readable } from '../../connector-kit/answers.ts'
import type { CalendarChange, CalendarWrites } from '../../connector-kit/calendar-write-operations.ts'
import type { VendorContext, VendorOperations } from '../../connector-kit/connector.ts'
import { addDays, civilDate, daysFrom, inStretches } from '../../connector-kit/dates.ts'
import { untakeable } from '../../connector-kit/section-error.ts'
import { plainFlag } from '../../connector-kit/tolerance/plain-values.ts'
import { apiPath } from './envelope.ts'
import { nightTable, VendorCalendar, VendorPeriod, type VendorNight } from './vendor.ts'

/** The vendor documents no longest range; a year is what the reader asks for. */
const longestRangeDays = 366

export const calendar: NonNullable<VendorOperations['calendar']> = {
  range: ({ http }, { listing, from, to }) =>
    inStretches({ from, to }, longestRangeDays, async (range) => {
      // The vendor does not document if the last day is included.
      const query = { from: range.from, to: addDays(range.to, 1) }
      const answer = await http.get(apiPath('property-calendar', listing.externalId), { query })
      const { entries } = demand(VendorCalendar, fieldOf(answer, 'calendar'), 'calendar')
      const nights = new Map(entries.map((night) => [civilDate(night.date), night]))
      return daysFrom(range.from, range.to).map((date) => toCalendarDay(date, nights.get(date)))
    }),
}

/** A night that is missing, or is not plainly available, is closed. */
function toCalendarDay(date: string, night: VendorNight | undefined): CalendarDayRecord {
  const { unavailable, arrivals, departures, ...rules } = nightTable.read(night)
  const available = plainFlag(unavailable) === false
  return {
    date,
    available,
    availableUnits: available ? 1 : 0,
    ...rules,
    closedToArrival: arrivals === null ? null : !arrivals,
    closedToDeparture: departures === null ? null : !departures,
  }
}

/** Availability is changed by leads only, which are not written for it. */
export const calendarWrites: CalendarWrites = {
  fields: {
    ...{ available: false, price: true, minNights: true, maxNights: false },
    ...{ closedToArrival: true, closedToDeparture: true },
  },
  // Every night is a call of its own.
  batch: { changes: 1, listings: 'one' },

  async write(context, changes) {
    const periods = await Promise.all(changes.map((change) => periodsOf(context, change)))
    const refused = untakeable(changes, (change) => problemOf(change, periods[changes.indexOf(change)]))
    for (const [index, change] of changes.entries()) {
      if (refused.some((refusal) => refusal.index === index)) continue
      for (const date of daysFrom(change.from, change.to))
        await setPeriod(context, change, date, periods[index]?.get(date))
    }
    return { refused }
  },
}

type Periods = ReadonlyMap<string, VendorPeriod>

async function periodsOf({ http }: VendorContext, change: CalendarChange): Promise<Periods> {
  const query = { propertyUid: change.listingExternalId, from: change.from, to: addDays(change.to, 1) }
  const rows = listIn(await http.get(apiPath('pricing-periods'), { query }), 'pricingPeriods')
  return new Map(readable(VendorPeriod, rows).map((period) => [period.date.slice(0, 10), period]))
}

/** A period without a price would get one that nobody documents. */
function problemOf({ from, to, price }: CalendarChange, periods: Periods | undefined): string | null {
  if (price !== undefined) return null
  const bare = daysFrom(from, to).find((date) => Number(periods?.get(date)?.price ?? 0) <= 0)
  if (bare === undefined) return null
  return `Hostfully has no own price for ${bare}, so rules for it need a price in the same change`
}

/** SET may clear fields that are left out, so all known fields of the date are sent along. */
async function setPeriod(
  { http }: VendorContext,
  change: CalendarChange,
  date: string,
  before: VendorPeriod | undefined,
): Promise<void> {
  const { price, minNights, closedToArrival, closedToDeparture } = change
  const knownFields = Object.entries(before ?? {}).filter(([, value]) => value !== null)
  const pricingPeriod = {
    ...Object.fromEntries(knownFields),
    propertyUid: change.listingExternalId,
    date,
    ...(price === undefined ? {} : { price: Number(price) }),
    ...(minNights === undefined ? {} : { minimumStay: minNights }),
    ...(closedToArrival === undefined ? {} : { availableForCheckIn: !closedToArrival }),
    ...(closedToDeparture === undefined ? {} : { availableForCheckOut: !closedToDeparture }),
  }
  await http.post(apiPath('pricing-periods'), { body: { operation: 'SET', pricingPeriod } })
}
