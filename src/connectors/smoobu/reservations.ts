import type { StayRecord } from '../../contract/records.ts'
import type { Operations } from '../../connector-kit/connector.ts'
import type { VendorHttp } from '../../connector-kit/http.ts'
import { pageWindow } from '../../connector-kit/page-window.ts'
import {
  mapOne,
  mapRows,
  offsetPage,
  plainId,
  readCursor,
  writeCursor,
} from '../../connector-kit/paginate.ts'
import type { RowMapping } from '../../connector-kit/paginate.ts'
import { compileCheck, recordChecks } from '../../connector-kit/validate.ts'
import { toStay } from './map-reservation.ts'
import { advance, beginWalk, firstDay, isChangedSince, partsOf, watermarkOf } from './reservation-walk.ts'
import type { Place } from './reservation-walk.ts'
import { orNull, readRows } from './signals.ts'
import { VendorReservation } from './vendor.ts'

const pageSize = 100
// In a list that is ordered by change, everything that changes leaves its place.
const overlap = 12
// Whether past stays are listed without being asked for is not documented.
const longAgo = '2000-01-01'

const mapping: RowMapping<VendorReservation, StayRecord> = {
  row: compileCheck(VendorReservation),
  record: recordChecks.stay,
  idOf: plainId,
  map: toStay,
}

export const reservations: NonNullable<Operations['reservations']> = {
  async page(context, { cursor, since }) {
    const place = readCursor<Place>(cursor, beginWalk(context.now(), since))
    const parts = partsOf(place, since)
    const bound = parts[place.part] ?? null
    const { rows, next, total } = await bookings(context.http, bound, place.inner)
    const wanted = bound === null ? rows : rows.filter((row) => isChangedSince(row, bound))
    const reached = advance(place, wanted, next)
    return {
      ...mapRows(wanted, mapping),
      next: reached.part < parts.length ? writeCursor(reached) : null,
      watermark: watermarkOf(reached),
      ...(bound === null && total !== null ? { expected: total } : {}),
    }
  },

  async one({ http }, externalId) {
    const path = `/api/reservations/${encodeURIComponent(externalId)}`
    const answer = await orNull(http.get(path, { query: { includePriceElements: true } }))
    return answer === null ? null : mapOne(answer, mapping)
  },
}

/** The list has numbered pages; they are read in such sizes that each begins with rows of the one before. */
async function bookings(http: VendorHttp, changedSince: string | null, cursor: string | null) {
  const query = {
    from: longAgo,
    // Left out unless asked for.
    showCancellation: true,
    includePriceElements: true,
    modifiedFrom: changedSince === null ? undefined : firstDay(changedSince),
  }
  return offsetPage({
    cursor,
    limit: pageSize,
    overlap,
    fetch: async ({ offset, limit }) => {
      const { page, size, skip } = pageWindow(offset, limit)
      const answer = await http.get('/api/reservations', { query: { ...query, page, pageSize: size } })
      const { rows, total } = readRows(answer, 'bookings')
      return { rows: rows.slice(skip), total: total ?? totalWithoutCount(rows.length, page, size) }
    },
  })
}

/** At least one row more after a full page, so that the walk does not end too early. */
function totalWithoutCount(rows: number, page: number, size: number): number {
  return (page - 1) * size + rows + (rows >= size ? 1 : 0)
}
