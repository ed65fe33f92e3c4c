import type { StayRecord } from '../../contract/records.ts'
import type { Operations, VendorContext } from '../../connector-kit/connector.ts'
import { mapOne, mapRows, readCursor, writeCursor } from '../../connector-kit/paginate.ts'
import type { RowMapping } from '../../connector-kit/paginate.ts'
import { compileCheck, recordChecks } from '../../connector-kit/validate.ts'
import { VendorError } from '../../connector-kit/vendor-error.ts'
import { bookedRooms, reservationOf } from './booked-rooms.ts'
import { everyRow, fieldText, getRows, numberedPage } from './envelope.ts'
import { toReservation } from './map-reservation.ts'
import { advance, beginWalk, bookedBetween, queryOf, wanted, watermarkOf } from './reservation-walk.ts'
import type { Place } from './reservation-walk.ts'
import { BookedRow } from './vendor.ts'

// The only list with times in UTC, the currency, the prices of each room, and what was deleted.
const method = 'getReservationsWithRateDetails'
const parts = { includeGuestsDetails: true, includeDeleted: true }
const pageSize = 100

const mapping: RowMapping<BookedRow, StayRecord> = {
  row: compileCheck(BookedRow),
  record: recordChecks.stay,
  idOf: (row) => fieldText(row, 'externalId'),
  map: toReservation,
}

export const reservations: NonNullable<Operations['reservations']> = {
  async page(context, { cursor, since }) {
    const place = readCursor<Place>(cursor, beginWalk(context.now(), since))
    const { rows, next: inner } = await numberedPage(context.http, {
      method,
      query: { ...parts, ...queryOf(place) },
      cursor: place.inner,
      pageSize,
      idOf: (row) => fieldText(row, 'reservationID'),
    })
    const { read, next } = advance(place, rows, inner)
    return {
      ...mapRows(rows.filter((row) => wanted(place, row)).flatMap(bookedRooms), mapping),
      next: next === null ? null : writeCursor(next),
      watermark: watermarkOf(read),
    }
  },

  async one(context, externalId) {
    const row = await findRoom(context, externalId)
    return row === undefined ? null : mapOne(row, mapping)
  },
}

async function findRoom({ http }: VendorContext, externalId: string): Promise<unknown> {
  const reservationID = reservationOf(externalId)
  const rows = await getRows(http, method, { ...parts, reservationID })
  return rows
    .filter((candidate) => fieldText(candidate, 'reservationID') === reservationID)
    .flatMap(bookedRooms)
    .find((candidate) => fieldText(candidate, 'externalId') === externalId)
}

/** A booking that is to be changed. Several rooms booked together cannot be changed one by one from outside. */
export async function soleRoom(context: VendorContext, externalId: string): Promise<BookedRow> {
  const row = await findRoom(context, externalId)
  if (row === undefined) throw new VendorError('not_found', `no reservation ${externalId}`)
  if (!mapping.row.fits(row))
    throw new VendorError(
      'rejected',
      `reservation ${externalId} cannot be read at ${mapping.row.problem(row)}`,
    )
  if (row.rooms === 1) return row
  const text = `reservation ${reservationOf(externalId)} holds ${row.rooms} rooms`
  throw new VendorError('rejected', text, { reason: 'group_booking' })
}

/** Numbers of the bookings made since a moment that carry this text as their third-party identifier. */
export async function bookingsWith(
  { http, now }: VendorContext,
  { identifier, since }: { identifier: string; since: Date },
): Promise<string[]> {
  const rows = await everyRow(http, {
    method,
    query: { includeDeleted: true, ...bookedBetween(since, now()) },
    pageSize,
    idOf: (row) => fieldText(row, 'reservationID'),
  })
  return rows
    .filter((row) => fieldText(row, 'thirdPartyIdentifier') === identifier)
    .map((row) => fieldText(row, 'reservationID'))
}
