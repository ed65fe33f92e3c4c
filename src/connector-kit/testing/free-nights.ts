import type { ListingRecord } from '../../contract/records.ts'
import type { VendorOperations, VendorContext } from '../connector.ts'
import { addDays } from '../dates.ts'
import { present } from './walk.ts'

// These days are beyond notice periods and within every vendor's calendar.
const [firstDay, lastDay] = [20, 300]

/** Finds the first run of nights on which every home or room of the listing is free. */
export async function freeNights(
  context: VendorContext,
  operations: VendorOperations,
  listing: ListingRecord,
  nights: number,
): Promise<{ checkIn: string; checkOut: string }> {
  const today = context.now().toISOString().slice(0, 10)
  const days = await present(operations.calendar).range(context, {
    listing,
    from: addDays(today, firstDay),
    to: addDays(today, lastDay),
  })
  let run = 0
  for (const day of days) {
    run = day.available && day.availableUnits >= listing.unitCount ? run + 1 : 0
    // One more night stays free on both sides, so that stays of different tests never touch.
    const checkIn = addDays(day.date, -nights)
    const canArrive = days.some(({ date, closedToArrival }) => date === checkIn && closedToArrival !== true)
    if (run >= nights + 2 && canArrive && day.closedToDeparture !== true)
      return { checkIn, checkOut: day.date }
  }
  throw new Error(`listing ${listing.externalId} has no ${nights} free nights`)
}
