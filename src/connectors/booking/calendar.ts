import type { CalendarDayRecord } from '../../contract/records.ts'
import type { VendorOperations } from '../../connector-kit/connector.ts'
import { daysFrom, inStretches, stretches } from '../../connector-kit/dates.ts'
import { mapAll, ownMapping } from '../../connector-kit/paginate.ts'
import { VendorError } from '../../connector-kit/vendor-error.ts'
import type { Xml } from '../../connector-kit/xml.ts'
import { toCalendarDay } from './map-calendar.ts'
import { mostNights, nightsOf, nightsOfAll } from './nights.ts'
import { mainRate, roomsOf, type RoomWithRates } from './rooms.ts'

interface CalendarRange {
  from: string
  to: string
}

export const calendar: NonNullable<VendorOperations['calendar']> = {
  async range(context, { listing: { externalId, unitCount }, from, to }) {
    const room = (await roomsOf(context)).find(({ id }) => id === externalId)
    if (room === undefined) throw new VendorError('not_found', `the property has no room ${externalId}`)
    return inStretches({ from, to }, mostNights, async (range) =>
      daysOf(await nightsOf(context, externalId, range), { room, unitCount, range }),
    )
  },

  // Two months take three calls; a year takes thirteen.
  nearNights: 2 * mostNights,

  together: {
    // An answer contains a month of every room of the property, however few were requested.
    listings: 100,
    async ranges(context, { listings, from, to }) {
      const rooms = new Map((await roomsOf(context)).map((room) => [room.id, room]))
      const found = new Map<string, CalendarDayRecord[]>(listings.map(({ externalId }) => [externalId, []]))
      for (const range of stretches(from, to, mostNights)) {
        const nights = await nightsOfAll(context, range)
        for (const { externalId, unitCount } of listings) {
          const [room, rows, read] = [rooms.get(externalId), nights.get(externalId), found.get(externalId)]
          const days = room && rows && wholeDaysOf(rows, { room, unitCount, range })
          if (days === undefined) found.delete(externalId)
          else read?.push(...days)
        }
      }
      return found
    },
  },
}

interface RoomDaysRequest {
  room: RoomWithRates
  unitCount: number
  range: CalendarRange
}

/** A missing night would read as free: no new calendar is better than one with a gap. */
function daysOf(rows: readonly Xml[], { room, unitCount, range }: RoomDaysRequest): CalendarDayRecord[] {
  const rateId = mainRate(room)?.id ?? null
  const mapping = ownMapping(
    'calendarDay',
    (row: Xml) => toCalendarDay(row, { rateId, unitCount }),
    ({ attributes }) => attributes.value ?? '',
  )
  const byDate = new Map(mapAll([...rows], mapping).map((day) => [day.date, day]))
  return daysFrom(range.from, range.to).map((date) => {
    const day = byDate.get(date)
    if (day === undefined) throw new VendorError('malformed', `the night of ${date} is not told`)
    return day
  })
}

/** Returns undefined for a room that must be read by itself, which then reports the problem. */
function wholeDaysOf(rows: readonly Xml[], request: RoomDaysRequest): CalendarDayRecord[] | undefined {
  try {
    return daysOf(rows, request)
  } catch (error) {
    if (error instanceof VendorError) return undefined
    throw error
  }
}
