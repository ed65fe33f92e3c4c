import { demand } from '../../connector-kit/answers.ts'
import { addDays, stretches } from '../../connector-kit/dates.ts'
import type { VendorContext } from '../../connector-kit/vendor-context.ts'
import { presentText } from '../../connector-kit/readings.ts'
import { getRows } from './envelope.ts'
import { byBaseFirst } from './map-calendar.ts'
import { VendorRate, type VendorNight } from './vendor.ts'

// One call covers at most this many days; the vendor names no limit.
export const longestRangeDays = 180

export async function readRates(
  { http }: VendorContext,
  roomTypeID: string,
  from: string,
  to: string,
): Promise<VendorRate[]> {
  const rows = await getRows(http, 'getRatePlans', {
    roomTypeID,
    startDate: from,
    // The end is the day of departure.
    endDate: addDays(to, 1),
    detailedRates: true,
    includePromoCode: false,
    includeSharedRooms: true,
  })
  // An unreadable night could be closed: no new calendar is better than one that is too open.
  const rates = rows.map((row) => demand(VendorRate, row, 'rates'))
  return rates.filter((rate) => String(rate.roomTypeID ?? roomTypeID) === roomTypeID)
}

export interface WritableRate {
  rateID: string
  nights: Map<string, VendorNight>
}

/** Returns a room type's rates that are not derived from others, its own first. */
export async function writableRates(
  context: VendorContext,
  roomTypeID: string,
  from: string,
  to: string,
): Promise<WritableRate[]> {
  const found = new Map<string, WritableRate>()
  for (const range of stretches(from, to, longestRangeDays)) {
    const rates = await readRates(context, roomTypeID, range.from, range.to)
    for (const rate of byBaseFirst(rates)) {
      if (rate.isDerived === true || rate.promoCode) continue
      const rateID = presentText(rate.rateID)
      if (rateID === null) continue
      const rateNights = found.get(rateID) ?? { rateID, nights: new Map<string, VendorNight>() }
      for (const night of rate.roomRateDetailed ?? []) rateNights.nights.set(night.date.slice(0, 10), night)
      found.set(rateID, rateNights)
    }
  }
  return [...found.values()]
}
