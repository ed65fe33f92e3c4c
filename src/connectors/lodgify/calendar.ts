import type { CalendarDayRecord } from '../../contract/records.ts'
import type { Operations, VendorContext } from '../../connector-kit/connector.ts'
import { addDays } from '../../connector-kit/dates.ts'
import { compileCheck } from '../../connector-kit/validate.ts'
import type { Check } from '../../connector-kit/validate.ts'
import { VendorError } from '../../connector-kit/vendor-error.ts'
import { listingPlace } from './listing-id.ts'
import type { ListingPlace } from './listing-id.ts'
import { toCalendarDays } from './map-calendar.ts'
import { orNoRates } from './missing.ts'
import { readArray } from './signals.ts'
import { VendorPeriod, VendorRates } from './vendor.ts'

const periodCheck = compileCheck(VendorPeriod)
const ratesCheck = compileCheck(VendorRates)
// Longest range asked for at once; the vendor names no limit.
const longestRangeDays = 366

export const calendar: NonNullable<Operations['calendar']> = {
  async range(context, { listing, from, to }) {
    const place = listingPlace(listing.externalId)
    if (place === null) throw new VendorError('not_found', `no listing ${listing.externalId}`)
    const days: CalendarDayRecord[] = []
    for (let start = from; start <= to; start = addDays(start, longestRangeDays)) {
      const last = addDays(start, longestRangeDays - 1)
      const end = last < to ? last : to
      const [periods, rates] = await Promise.all([
        periodsOf(context, place, start, end),
        ratesOf(context, place, start, end),
      ])
      days.push(...toCalendarDays({ from: start, to: end, unitCount: listing.unitCount, periods, rates }))
    }
    return days
  },
}

/** Of the older version of the API: only there it is documented that the last day of a period belongs to it. */
export async function periodsOf(
  { http }: VendorContext,
  { propertyId, roomTypeId }: ListingPlace,
  periodStart: string,
  periodEnd: string,
): Promise<VendorPeriod[]> {
  const path = `/v1/availability/${propertyId}/${roomTypeId}`
  const rows = readArray(await http.get(path, { query: { periodStart, periodEnd, IncludeBookingIds: true } }))
  return rows.map((row) => demand(periodCheck, row, 'availability period'))
}

export async function ratesOf(
  { http }: VendorContext,
  place: ListingPlace,
  from: string,
  to: string,
): Promise<VendorRates | null> {
  const query = {
    RoomTypeId: place.roomTypeId,
    HouseId: place.propertyId,
    StartDate: from,
    // Whether the last day is included is not documented.
    EndDate: addDays(to, 1),
  }
  const answer = await orNoRates(http.get('/v2/rates/calendar', { query }))
  return answer === null ? null : demand(ratesCheck, answer, 'rates')
}

// What cannot be read could be a closed night: better no new calendar than one that is too open.
function demand<T>(check: Check<T>, value: unknown, what: string): T {
  if (check.fits(value)) return value
  throw new VendorError('malformed', `${what}: unexpected shape at ${check.problem(value)}`)
}
