import {
  beginWalk,
  boundsOf,
  comesAgain,
  watermarkOf,
  type ChangeWalkCursor,
} from '../../connector-kit/change-walk.ts'
import type { VendorOperations } from '../../connector-kit/connector.ts'
import type { VendorHttp } from '../../connector-kit/http.ts'
import { mapNews } from '../../connector-kit/map-news.ts'
import { numberedPage } from '../../connector-kit/numbered-pages.ts'
import { mapping, readCursor, readOne, writeCursor } from '../../connector-kit/paginate.ts'
import { toStay } from './map-reservation.ts'
import { advance, firstDay, isChangedSince } from './reservation-walk.ts'
import { readRows } from './signals.ts'
import { VendorReservation } from './vendor.ts'

const pageSize = 100
// In a list ordered by change, every row that changes moves.
const overlap = 12
// The vendor does not document if it lists past stays without a filter.
const longAgo = '2000-01-01'

const stays = mapping('stay', VendorReservation, toStay)

export const reservations: NonNullable<VendorOperations['reservations']> = {
  async page(context, { cursor, since }) {
    const place = readCursor<ChangeWalkCursor>(cursor, beginWalk(context.now(), since))
    const bounds = boundsOf(place, since)
    const bound = bounds[place.part] ?? null
    const { rows, next, total } = await bookings(context.http, bound, place.inner)
    const changedRows = bound === null ? rows : rows.filter((row) => isChangedSince(row, bound))
    const reached = advance(place, changedRows, next)
    return {
      ...(await mapNews(context, changedRows, stays)),
      next: reached.part < bounds.length ? writeCursor(reached) : null,
      watermark: watermarkOf(reached),
      ...comesAgain(bound, since),
      ...(bound === null && total !== null ? { expected: total } : {}),
    }
  },

  async one({ http }, externalId) {
    const path = `/api/reservations/${encodeURIComponent(externalId)}`
    return readOne(http.get(path, { query: { includePriceElements: true } }), stays)
  },
}

async function bookings(http: VendorHttp, changedSince: string | null, cursor: string | null) {
  const query = {
    from: longAgo,
    // The vendor leaves these out by default.
    showCancellation: true,
    includePriceElements: true,
    modifiedFrom: changedSince === null ? undefined : firstDay(changedSince),
  }
  return numberedPage({
    cursor,
    limit: pageSize,
    overlap,
    fetch: async (page, size) =>
      readRows(
        await http.get('/api/reservations', { query: { ...query, page, pageSize: size } }),
        'bookings',
      ),
  })
}
