import { demand } from '../../connector-kit/answers.ts'
import type { VendorOperations, VendorContext } from '../../connector-kit/connector.ts'
import { addDays, inStretches } from '../../connector-kit/dates.ts'
import { demandPlace, type ListingPlace } from './listing-id.ts'
import { toCalendarDays } from './map-calendar.ts'
import { orNoRates, readArray } from './signals.ts'
import { VendorPeriod, VendorRates } from './vendor.ts'

// One call covers at most this many days; the vendor names no limit.
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

/** This reads the API's older version, which alone documents that a period includes its last day. */
export async function periodsOf(
  { http }: VendorContext,
  { propertyId, roomTypeId }: ListingPlace,
  periodStart: string,
  periodEnd: string,
): Promise<VendorPeriod[]> {
  const path = `/v1/availability/${propertyId}/${roomTypeId}`
  const rows = readArray(await http.get(path, { query: { periodStart, periodEnd, IncludeBookingIds: true } }))
  // An unreadable period could be closed: no new calendar is better than one that is too open.
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
    // The vendor does not document if the last day is included.
    EndDate: addDays(to, 1),
  }
  const answer = await orNoRates(http.get('/v2/rates/calendar', { query }))
  return answer === null ? null : demand(VendorRates, answer, 'rates')
}
