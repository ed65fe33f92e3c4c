import type { StayRecord } from '../../contract/records.ts'
import { fieldOf } from '../../connector-kit/answers.ts'
import { beginWalk, type ChangeWalkCursor } from '../../connector-kit/change-walk.ts'
import type { VendorContext, VendorOperations } from '../../connector-kit/connector.ts'
import { addDays, compareInstants, momentIn } from '../../connector-kit/dates.ts'
import type { Query } from '../../connector-kit/http.ts'
import { mapNews } from '../../connector-kit/map-news.ts'
import { everyRow, mapOne, mapping, readCursor, writeCursor } from '../../connector-kit/paginate.ts'
import { idText, presentText } from '../../connector-kit/readings.ts'
import { listPage } from './envelope.ts'
import { homesOf } from './homes.ts'
import { reservationCodeOf, toStay } from './map-reservation.ts'
import { VendorReservation } from './vendor.ts'

/** Without a first day the vendor leaves out stays that ended half a year ago. */
const longAgo = '2000-01-01'

const rowId = (row: unknown): string =>
  presentText(fieldOf(row, 'stay_code')) ?? presentText(fieldOf(row, 'reservation_code')) ?? 'unknown'

const stays = (homeOf: (row: unknown) => string | null) =>
  mapping('stay', VendorReservation, (row): StayRecord => toStay(row, homeOf(row)), rowId)

/** The order by the time of booking never changes, so new rows only push others down. */
export function reservationPage({ http }: VendorContext, query: Query, cursor: string | null) {
  const list = { path: '/v3/reservations', name: 'reservations', idOf: rowId }
  return listPage(http, { ...list, query: { order_by: 'booked_at', ...query }, cursor })
}

/** A full walk begins again at the top for bookings made meanwhile, which stand before all others. */
const againPart = 1

export const reservations: NonNullable<VendorOperations['reservations']> = {
  /** No filter finds changes, so an incremental walk reads all stays that are not over. */
  async page(context, { cursor, since, historyFrom }) {
    const place = readCursor<ChangeWalkCursor>(cursor, beginWalk(context.now(), since))
    const dayBefore = addDays(place.startedAt.slice(0, 10), -2)
    const start_check_out_date = since === null ? (historyFrom?.slice(0, 10) ?? longAgo) : dayBefore
    const { rows, next } = await reservationPage(context, { start_check_out_date }, place.inner)
    const isAgain = place.part === againPart
    const newRows = isAgain ? rows.filter((row) => isBookedSince(row, place.startedAt)) : rows
    const homeOf = await homesFor(context, newRows)
    const isOver = next === null || (isAgain && newRows.length < rows.length)
    const reached = isOver ? { ...place, part: place.part + 1, inner: null } : { ...place, inner: next }
    return {
      ...(await mapNews(context, newRows, stays(homeOf), homeOf)),
      next: reached.part > (since === null ? againPart : 0) ? null : writeCursor(reached),
      watermark: place.startedAt,
      ...(isAgain ? { again: true as const } : {}),
    }
  },

  async one(context, externalId) {
    const rows = await staysOf(context, reservationCodeOf(externalId))
    const row = rows.find((candidate) => rowId(candidate) === externalId)
    if (row === undefined) return null
    return mapOne(row, stays(await homesFor(context, [row])))
  },
}

/** A row without a readable time of booking counts as new. */
function isBookedSince(row: unknown, since: string): boolean {
  const booked = momentIn(row, 'booked_at')
  return booked === null || compareInstants(booked, since) >= 0
}

/** Returns all stays of a reservation. */
export function staysOf(context: VendorContext, reservation_code: string): Promise<unknown[]> {
  // A stay may be older than what the vendor lists without a first day.
  const query = { reservation_code, start_check_out_date: longAgo }
  return everyRow((cursor) => reservationPage(context, query, cursor))
}

/** A reservation that no property was found for names its channel listing only. */
async function homesFor(context: VendorContext, rows: readonly unknown[]) {
  const isHomeless = (row: unknown) => idText(presentText(fieldOf(row, 'property_id'))) === null
  if (!rows.some(isHomeless)) return () => null
  const { propertyOf } = await homesOf(context)
  return (row: unknown) =>
    isHomeless(row) ? propertyOf(fieldOf(row, 'channel_type'), fieldOf(row, 'listing_id')) : null
}
