import type { CalendarDayRecord } from '../../contract/records.ts'
import { readable } from '../../connector-kit/answers.ts'
import type { VendorOperations, VendorContext } from '../../connector-kit/connector.ts'
import { stretches } from '../../connector-kit/dates.ts'
import { plainId } from '../../connector-kit/paginate.ts'
import { VendorError } from '../../connector-kit/vendor-error.ts'
import { getAll } from './envelope.ts'
import { toCalendarDays } from './map-calendar.ts'
import { VendorRange } from './vendor.ts'

// One call covers at most this many days; the vendor names no limit.
const longestRangeDays = 400
const parts = {
  includeNumAvail: true,
  includeMinStay: true,
  includeMaxStay: true,
  includeMultiplier: true,
  includeOverride: true,
  includePrices: true,
  includeLinkedPrices: true,
}

type CountedRoom = { externalId: string; unitCount: number }

export const calendar: NonNullable<VendorOperations['calendar']> = {
  async range(context, { listing, from, to }) {
    const days = (await daysOfRooms(context, [listing], { from, to })).get(listing.externalId)
    if (days !== undefined) return days
    throw new VendorError('malformed', `the calendar of room type ${listing.externalId} cannot be read`)
  },

  together: {
    // The vendor names no limit; a year of so many room types is an answer of some hundred kilobytes.
    listings: 20,
    ranges: (context, { listings, from, to }) => daysOfRooms(context, listings, { from, to }),
  },
}

/** Room types that cannot be read are left out: no new calendar is better than one with a gap. */
async function daysOfRooms(
  { http }: VendorContext,
  listings: readonly CountedRoom[],
  { from, to }: { from: string; to: string },
): Promise<Map<string, CalendarDayRecord[]>> {
  const days = new Map<string, CalendarDayRecord[]>(listings.map(({ externalId }) => [externalId, []]))
  const roomId = listings.map(({ externalId }) => externalId)
  for (const range of stretches(from, to, longestRangeDays)) {
    const query = { roomId, startDate: range.from, endDate: range.to, ...parts }
    const rooms = (await getAll(http, '/v2/inventory/rooms/calendar', query)) as VendorCalendar[]
    for (const { externalId, unitCount } of listings) {
      const read = rangesOf(rooms, externalId)
      if (read === null) days.delete(externalId)
      else days.get(externalId)?.push(...toCalendarDays(read, { ...range, unitCount }))
    }
  }
  return days
}

interface VendorCalendar {
  roomId?: unknown
  calendar?: unknown
}

function rangesOf(rooms: readonly VendorCalendar[], externalId: string): VendorRange[] | null {
  const own = rooms.filter((room) => plainId({ id: room?.roomId }) === externalId)
  const ranges = own.flatMap((room) => (Array.isArray(room.calendar) ? (room.calendar as unknown[]) : []))
  const read = readable(VendorRange, ranges)
  return read.length < ranges.length || read.length === 0 ? null : read
}
