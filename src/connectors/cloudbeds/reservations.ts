import type { StayRecord } from '../../contract/records.ts'
import type { Operations } from '../../connector-kit/connector.ts'
import { mapOne, mapRows, readCursor, writeCursor } from '../../connector-kit/paginate.ts'
import type { RowMapping } from '../../connector-kit/paginate.ts'
import { compileCheck, recordChecks } from '../../connector-kit/validate.ts'
import { bookedRooms, reservationOf } from './booked-rooms.ts'
import { fieldText, getRows, numberedPage } from './envelope.ts'
import { toReservation } from './map-reservation.ts'
import { advance, beginWalk, queryOf, wanted, watermarkOf } from './reservation-walk.ts'
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

  async one({ http }, externalId) {
    const reservationID = reservationOf(externalId)
    const rows = await getRows(http, method, { ...parts, reservationID })
    const row = rows
      .filter((candidate) => fieldText(candidate, 'reservationID') === reservationID)
      .flatMap(bookedRooms)
      .find((candidate) => fieldText(candidate, 'externalId') === externalId)
    return row === undefined ? null : mapOne(row, mapping)
  },
}
