import type { StayRecord } from '../../contract/records.ts'
import { clockMarginMs } from '../../connector-kit/change-walk.ts'
import type { VendorOperations } from '../../connector-kit/connector.ts'
import { addDays, compareInstants } from '../../connector-kit/dates.ts'
import { mapNews } from '../../connector-kit/map-news.ts'
import {
  idIn,
  mapping,
  mapRows,
  type MappedRows,
  readCursor,
  readOne,
  writeCursor,
} from '../../connector-kit/paginate.ts'
import { listPage } from './lists.ts'
import { toStay } from './map-booking.ts'
import { VendorBooking } from './vendor.ts'

interface ReservationCursor {
  /** With `late` a full walk reads the list once more, for bookings made meanwhile. */
  part: 'all' | 'late'
  /** The cursor continues inside the list. */
  cursor: string | null
  startedAt: string
}

const idOf = idIn('bookingCode')
const stay = mapping('stay', VendorBooking, toStay, idOf)
/** Stays that have just ended still change. */
const daysBehind = 7

/**
 * The list has no filter, no known order and no times of change: every walk takes all that are not over, and
 * a full walk everything.
 */
export const reservations: NonNullable<VendorOperations['reservations']> = {
  async page(context, { cursor, since }) {
    const start: ReservationCursor = { part: 'all', cursor: null, startedAt: context.now().toISOString() }
    const place = readCursor<ReservationCursor>(cursor, start)
    const list = { path: '/v2/bookings', name: 'bookings', cursor: place.cursor, idOf }
    const { rows, next } = await listPage(context.http, list)
    const isFull = since === null
    return {
      ...(isFull && place.part === 'all'
        ? await mapNews(context, rows, stay)
        : wantedOf(mapRows(rows, stay), place, isFull)),
      next: following(place, next, isFull),
      watermark: place.startedAt,
      ...(place.part === 'late' ? { again: true as const } : {}),
    }
  },

  one: ({ http }, externalId) => readOne(http.get(`/v2/bookings/${encodeURIComponent(externalId)}`), stay),
}

function following(place: ReservationCursor, next: string | null, isFull: boolean): string | null {
  if (next !== null) return writeCursor({ ...place, cursor: next })
  return isFull && place.part === 'all' ? writeCursor({ ...place, part: 'late', cursor: null }) : null
}

const wantedOf = (
  { records, failures }: MappedRows<StayRecord>,
  place: ReservationCursor,
  isFull: boolean,
) => ({
  records: records.filter((record) => isWanted(record, place, isFull)),
  failures,
})

function isWanted(record: StayRecord, { startedAt }: ReservationCursor, isFull: boolean): boolean {
  if (record.kind !== 'reservation') return true
  if (!isFull) return record.checkOut >= addDays(startedAt.slice(0, 10), -daysBehind)
  const late = new Date(Date.parse(startedAt) - clockMarginMs).toISOString()
  return record.bookedAt != null && compareInstants(record.bookedAt, late) >= 0
}
