import { afterPage, boundsOf, comesAgain, watermarkOf } from '../../connector-kit/change-walk.ts'
import type { VendorOperations, VendorContext } from '../../connector-kit/connector.ts'
import { mapNews } from '../../connector-kit/map-news.ts'
import { everyRow, mapOne, mapping, readCursor, writeCursor } from '../../connector-kit/paginate.ts'
import { fitRow } from '../../connector-kit/tolerance/fit-row.ts'
import { presentText } from '../../connector-kit/readings.ts'
import { VendorError } from '../../connector-kit/vendor-error.ts'
import { bookedRooms, reservationOf } from './booked-rooms.ts'
import { fieldText, getRows, numberedList } from './envelope.ts'
import { toReservation } from './map-reservation.ts'
import {
  beginWalk,
  bookedBetween,
  changedAt,
  queryOf,
  isInWalk,
  type ReservationCursor,
} from './reservation-walk.ts'
import { BookedRow } from './vendor.ts'

// Only this list has times in UTC, the currency, prices per room, and deleted bookings.
const method = 'getReservationsWithRateDetails'
const parts = { includeGuestsDetails: true, includeDeleted: true }
const pageSize = 100

const idOf = (row: unknown) => fieldText(row, 'reservationID')

const booked = mapping('stay', BookedRow, toReservation, (row) => fieldText(row, 'externalId'))

export const reservations: NonNullable<VendorOperations['reservations']> = {
  async page(context, { cursor, since }) {
    const position = readCursor<ReservationCursor>(cursor, beginWalk(context.now(), since))
    const bounds = boundsOf(position, since)
    const place = { ...position, since: bounds[position.part] ?? null }
    const list = { method, query: { ...parts, ...queryOf(place) }, pageSize, idOf }
    const { rows, next } = await numberedList(context.http, list, place.inner)
    const reached = afterPage(place, rows.map(changedAt), next)
    return {
      ...(await mapNews(context, rows.filter((row) => isInWalk(place, row)).flatMap(bookedRooms), booked)),
      next: reached.part < bounds.length ? writeCursor(reached) : null,
      watermark: watermarkOf(reached) ?? place.startedAt,
      ...comesAgain(place.since, since),
    }
  },

  async one(context, externalId) {
    const row = await findRoom(context, externalId)
    return row === undefined ? null : mapOne(row, booked)
  },
}

async function findRoom({ http }: VendorContext, externalId: string): Promise<unknown> {
  const reservationID = reservationOf(externalId)
  const rows = await getRows(http, method, { ...parts, reservationID })
  // A row without the booking's number does not mean that the booking is gone.
  if (rows.some((row) => idOf(row) === 'unknown'))
    throw new VendorError('malformed', `reservation ${reservationID}: a row without its number`)
  return rows
    .filter((candidate) => fieldText(candidate, 'reservationID') === reservationID)
    .flatMap(bookedRooms)
    .find((candidate) => fieldText(candidate, 'externalId') === externalId)
}

/**
 * Returns a booking that is to be changed. Several rooms booked together cannot be changed one by one by API.
 */
export async function soleRoom(context: VendorContext, externalId: string): Promise<BookedRow> {
  const row = await findRoom(context, externalId)
  if (row === undefined) throw new VendorError('not_found', `no reservation ${externalId}`)
  const fitted = fitRow(BookedRow, row)
  if ('problem' in fitted)
    throw new VendorError('rejected', `reservation ${externalId} cannot be read: ${fitted.problem}`)
  if (fitted.row.rooms === 1) return fitted.row
  const text = `reservation ${reservationOf(externalId)} holds ${fitted.row.rooms} rooms`
  throw new VendorError('rejected', text, { reason: 'group_booking' })
}

/** A key of one property need not name it. */
export const propertyIn = ({ propertyID }: BookedRow['reservation']): string | undefined =>
  presentText(propertyID) ?? undefined

/** Returns the numbers of bookings made since a moment whose third-party identifier is this text. */
export async function bookingsWith(
  { http, now }: VendorContext,
  { identifier, since }: { identifier: string; since: Date },
): Promise<string[]> {
  const query = { includeDeleted: true, ...bookedBetween(since, now()) }
  const rows = await everyRow((cursor) => numberedList(http, { method, query, pageSize, idOf }, cursor))
  return rows.filter((row) => fieldText(row, 'thirdPartyIdentifier') === identifier).map(idOf)
}
