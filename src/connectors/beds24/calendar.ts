import type { CalendarDayRecord } from '../../contract/records.ts'
import type { Operations, VendorContext } from '../../connector-kit/connector.ts'
import { addDays } from '../../connector-kit/dates.ts'
import { plainId } from '../../connector-kit/paginate.ts'
import { compileCheck } from '../../connector-kit/validate.ts'
import type { Check } from '../../connector-kit/validate.ts'
import { VendorError } from '../../connector-kit/vendor-error.ts'
import { getAll } from './envelope.ts'
import { toCalendarDays } from './map-calendar.ts'
import { VendorRange } from './vendor.ts'

const rangeCheck: Check<VendorRange> = compileCheck(VendorRange)
// Longest range asked for at once; the vendor names no limit.
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

export const calendar: NonNullable<Operations['calendar']> = {
  async range(context, { listing, from, to }) {
    const days: CalendarDayRecord[] = []
    for (let start = from; start <= to; start = addDays(start, longestRangeDays)) {
      const end = addDays(start, longestRangeDays - 1)
      days.push(...(await daysOf(context, listing, { from: start, to: end < to ? end : to })))
    }
    return days
  },
}

async function daysOf(
  { http }: VendorContext,
  { externalId, unitCount }: { externalId: string; unitCount: number },
  { from, to }: { from: string; to: string },
): Promise<CalendarDayRecord[]> {
  const query = { roomId: externalId, startDate: from, endDate: to, ...parts }
  const rooms = (await getAll(http, '/v2/inventory/rooms/calendar', query)) as {
    roomId?: unknown
    calendar?: unknown
  }[]
  const own = rooms.filter((room) => plainId({ id: room?.roomId }) === externalId)
  const ranges = own.flatMap((room) => (Array.isArray(room.calendar) ? (room.calendar as unknown[]) : []))
  const readable = ranges.filter((range) => rangeCheck.fits(range))
  // Better no new calendar than one with a hole.
  if (readable.length < ranges.length || readable.length === 0) {
    throw new VendorError('malformed', `the calendar of room type ${externalId} cannot be read`)
  }
  return toCalendarDays(readable, { from, to, unitCount })
}
