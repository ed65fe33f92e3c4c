import { demand } from '../../connector-kit/answers.ts'
import type { VendorOperations, VendorContext } from '../../connector-kit/connector.ts'
import { addDays, inStretches } from '../../connector-kit/dates.ts'
import { demandPlace, type ListingPlace } from './listing-id.ts'
import { toCalendarDays } from './map-calendar.ts'
import { orNoRates, readArray } from './signals.ts'
import { VendorPeriod, VendorRates } from './vendor.ts'

// Longest range asked for at once; the vendor names no limit.
const longestRangeDays = 366

export const calendar: NonNullable<VendorOperations['calendar']> = {
  async range(context, { listing, from, to }) {
    const place = demandPlace(listing.externalId)
    return inStretches({ from, to }, longestRangeDays, async (range) => {
      const [periods, rates] = await Promise.all([
        periodsOf(context, place, range.from, range.to),
        ratesOf(context, place, range.from, range.to),
      ])
      return toCalendarDays({ ...range, unitCount: listing.unitCount, periods, rates })
    })
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
  // What cannot be read could be a closed night: better no new calendar than one that is too open.
  return rows.map((row) => demand(VendorPeriod, row, 'availability period'))
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
  return answer === null ? null : demand(VendorRates, answer, 'rates')
}
