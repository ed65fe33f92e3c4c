import { daysBetween } from '../../connector-kit/dates.ts'
import { VendorError } from '../../connector-kit/vendor-error.ts'
import type { CalendarChange, CalendarWrites } from '../../connector-kit/calendar-write-operations.ts'

const path = '/v1/availability-pricing/api/calendar/listings'
// Documented as the most that one call takes.
const mostDays = 730

export const calendarWrites: CalendarWrites = {
  fields: { available: true, price: true, minNights: true, maxNights: false },
  // The vendor advises one listing for each call and never two calls for one listing at a time.
  batch: { changes: 100, listings: 'one' },

  async write({ http }, changes) {
    const refused: { index: number; message: string }[] = []
    let isFirst = true
    for (const group of groupsOf(changes)) {
      try {
        await http.put(path, { body: group.map(({ change }) => toRow(change)) })
      } catch (error) {
        // What went before was taken, so this is no refusal of everything.
        if (isFirst || !(error instanceof VendorError) || error.kind !== 'rejected') throw error
        refused.push(...group.map(({ index }) => ({ index, message: error.vendorMessage ?? error.message })))
      }
      isFirst = false
    }
    return { refused }
  },
}

interface PlacedChange {
  index: number
  change: CalendarChange
}

function groupsOf(changes: readonly CalendarChange[]): PlacedChange[][] {
  const groups: PlacedChange[][] = []
  let days = mostDays
  for (const [index, change] of changes.entries()) {
    const length = daysBetween(change.from, change.to) + 1
    if (days + length > mostDays) {
      groups.push([])
      days = 0
    }
    days += length
    groups.at(-1)?.push({ index, change })
  }
  return groups
}

function toRow({ listingExternalId, from, to, available, price, minNights }: CalendarChange): object {
  return {
    listingId: listingExternalId,
    startDate: from,
    endDate: to,
    ...(available === undefined ? {} : { status: available ? 'available' : 'unavailable' }),
    ...(price === undefined ? {} : { price: Number(price), isBasePrice: false }),
    ...(minNights === undefined ? {} : { minNights, isBaseMinNights: false }),
  }
}
