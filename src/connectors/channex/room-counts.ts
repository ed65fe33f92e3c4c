/** Rooms left by room type and day, and how many to sell on nights that are opened. */
import { fieldOf, isFields } from '../../connector-kit/answers.ts'
import type { CalendarChange } from '../../connector-kit/calendar-write-operations.ts'
import { addDays, daysFrom } from '../../connector-kit/dates.ts'
import { plainId } from '../../connector-kit/paginate.ts'
import { presentText, wholeNumber } from '../../connector-kit/readings.ts'
import { readSide } from '../../connector-kit/tolerance/unread-fields.ts'
import type { VendorContext } from '../../connector-kit/vendor-context.ts'
import { VendorError } from '../../connector-kit/vendor-error.ts'
import { isCancelled, readBooking } from './booked-rooms.ts'
import { base, everyRowAt } from './envelope.ts'

export interface PropertyNights {
  propertyId: string
  from: string
  to: string
}

export const nightsQuery = ({ propertyId, from, to }: PropertyNights) => ({
  'filter[property_id]': propertyId,
  'filter[date][gte]': from,
  'filter[date][lte]': to,
})

export function dataIn(answer: unknown): Readonly<Record<string, unknown>> {
  const data = fieldOf(answer, 'data')
  if (isFields(data)) return data
  throw new VendorError('malformed', 'nights by id were expected in data')
}

/** Returns the counts by room type and day, as the vendor sends them. */
export const readCounts = async ({ http }: VendorContext, nights: PropertyNights) =>
  dataIn(await http.get(`${base}/availability`, { query: nightsQuery(nights) }))

export const roomsLeft = (count: unknown): number | null =>
  typeof count === 'number' || typeof count === 'string' ? wholeNumber(count) : null

export type OpenedNights = Pick<CalendarChange, 'listingExternalId' | 'unitCount' | 'from' | 'to'>

/** Nights of one room type that get the same count. */
export interface CountToWrite {
  from: string
  to: string
  rooms: number
}

/**
 * Returns a function that says which counts opened nights need. The vendor lowers counts for a booking and, as it
 * advises, leaves them low when that is cancelled, so a night without rooms gets as many as no booking holds. A night
 * that has rooms keeps its count, unless it has more than there are.
 */
export async function countsToOpen(
  context: VendorContext,
  propertyId: string,
  opened: readonly OpenedNights[],
): Promise<(nights: OpenedNights) => CountToWrite[]> {
  const days = opened.flatMap(({ from, to }) => [from, to]).toSorted()
  const nights = { propertyId, from: days[0] ?? '', to: days.at(-1) ?? '' }
  const counts = await readCounts(context, nights)
  const leftOn = (id: string, date: string) => {
    const count = fieldOf(counts[id], date)
    return readSide('availability', count, () => roomsLeft(count)) ?? 0
  }
  const isKept = (id: string, date: string, unitCount: number) => {
    const left = leftOn(id, date)
    return left > 0 && left <= unitCount
  }
  const isToBeCounted = opened.some(({ listingExternalId: id, unitCount, from, to }) =>
    daysFrom(from, to).some((date) => !isKept(id, date, unitCount)),
  )
  const bookedOn = isToBeCounted ? await bookedRooms(context, nights) : () => 0
  return ({ listingExternalId: id, unitCount, from, to }) =>
    daysFrom(from, to)
      .filter((date) => !isKept(id, date, unitCount))
      .reduce<CountToWrite[]>((runs, date) => {
        const rooms = Math.max(0, unitCount - bookedOn(id, date))
        const last = runs.at(-1)
        if (last?.rooms === rooms && addDays(last.to, 1) === date) last.to = date
        else runs.push({ from: date, to: date, rooms })
        return runs
      }, [])
}

/** A room that is mapped to no room type may be any. */
const anyRoomType = ''

async function bookedRooms(
  { http }: VendorContext,
  { propertyId, from, to }: PropertyNights,
): Promise<(roomTypeId: string, date: string) => number> {
  const query = {
    'filter[property_id]': propertyId,
    'filter[arrival_date][lte]': to,
    'filter[departure_date][gte]': from,
  }
  const rows = (await everyRowAt(http, `${base}/bookings`, query)).filter((row) => !isCancelled(row))
  const rooms = rows.flatMap((row) => readBooking(row, plainId(row)).rows.map(heldBy))
  return (roomTypeId, date) =>
    rooms.filter(
      (room) =>
        (room.roomTypeId === roomTypeId || room.roomTypeId === anyRoomType) &&
        (room.from === null || room.from <= date) &&
        (room.until === null || date < room.until),
    ).length
}

/** A room without its dates has those of the booking. */
function heldBy({ booking, room }: { booking: unknown; room: unknown }) {
  return {
    roomTypeId: presentText(fieldOf(room, 'room_type_id')) ?? anyRoomType,
    from: presentText(fieldOf(room, 'checkin_date')) ?? presentText(fieldOf(booking, 'arrival_date')),
    until: presentText(fieldOf(room, 'checkout_date')) ?? presentText(fieldOf(booking, 'departure_date')),
  }
}
