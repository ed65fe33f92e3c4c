import type { CalendarChange, CalendarWrites } from '../../connector-kit/calendar-write-operations.ts'

export const calendarWrites: CalendarWrites = {
  fields: { available: true, price: true, minNights: true, maxNights: true },
  // The vendor's documentation (calendar page) limits one call to intervals of one listing.
  batch: { changes: 200, listings: 'one' },

  async write({ http }, changes) {
    const [first] = changes
    if (first === undefined) return { refused: [] }
    const path = `/v1/listings/${encodeURIComponent(first.listingExternalId)}/calendarIntervals`
    await http.put(path, { body: changes.map(toInterval) })
    return { refused: [] }
  },
}

function toInterval({ from, to, available, unitCount, price, minNights, maxNights }: CalendarChange): object {
  return {
    startDate: from,
    endDate: to,
    ...(available === undefined ? {} : availability(available, unitCount)),
    price: price === undefined ? undefined : Number(price),
    minimumStay: minNights,
    maximumStay: maxNights,
  }
}

/** A multi-unit listing is closed by selling none of its units. */
function availability(available: boolean, unitCount: number): object {
  if (unitCount > 1) return { desiredUnitsToSell: available ? unitCount : 0 }
  return { isAvailable: available ? 1 : 0 }
}
