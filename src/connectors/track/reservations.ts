import { changePage } from '../../connector-kit/change-walk.ts'
import type { VendorOperations } from '../../connector-kit/connector.ts'
import { addDays, daysBetween } from '../../connector-kit/dates.ts'
import type { Query, VendorHttp } from '../../connector-kit/http.ts'
import { mapNews } from '../../connector-kit/map-news.ts'
import { mapping, readCursor, readOne, writeCursor, type OffsetPage } from '../../connector-kit/paginate.ts'
import { changedAt, listPage } from './envelope.ts'
import { toStay } from './map-reservation.ts'
import { VendorReservation } from './vendor.ts'

export const reservationsPath = '/api/v2/pms/reservations'
const stays = mapping('stay', VendorReservation, toStay)

/** The vendor gives no more rows of one search than this, however many it counts. */
const mostRows = 10_000

export const reservations: NonNullable<VendorOperations['reservations']> = {
  /** Rows that change can move in the list, so a full walk ends with changes since it began. */
  async page(context, position) {
    const { rows, walk } = await changePage(context, position, changedAt, ({ bound, inner }) =>
      windowPage(context.http, bound === null ? {} : { updatedSince: bound }, inner),
    )
    return { ...(await mapNews(context, rows, stays)), ...walk }
  },

  async one({ http }, externalId) {
    return readOne(http.get(`${reservationsPath}/${encodeURIComponent(externalId)}`), stays)
  },
}

interface ArrivalWindow {
  from: string
  to: string
}

interface WindowCursor {
  /** Windows still to be read, the current one first; null is a search without bounds. */
  windows: (ArrivalWindow | null)[]
  inner: string | null
}

const everyArrival: ArrivalWindow = { from: '1970-01-01', to: '2099-12-31' }

/**
 * Reads a page of a search. One that counts more rows than the vendor gives is halved by arrival until it fits:
 * the vendor's own means, a scroll, has a position that it forgets.
 */
export async function windowPage(
  http: VendorHttp,
  query: Query,
  cursor: string | null,
  most = mostRows,
): Promise<OffsetPage> {
  const { windows, inner } = readCursor<WindowCursor>(cursor, { windows: [null], inner: null })
  const [window = null, ...others] = windows
  // Without this order a change moves a row; the list has no order by id.
  const order = { sortColumn: 'checkin', sortDirection: 'asc' }
  const bounds = window === null ? {} : { arrivalStart: window.from, arrivalEnd: window.to }
  const list = { path: reservationsPath, name: 'reservations', query: { ...query, ...order, ...bounds } }
  const { rows, next, total } = await listPage(http, { ...list, cursor: inner })
  const halves = inner === null && (total ?? 0) > most ? halvesOf(window ?? everyArrival) : []
  if (halves.length > 0)
    return windowPage(http, query, writeCursor({ windows: [...halves, ...others], inner: null }), most)
  const left = next === null ? others : windows
  return {
    rows,
    next: left.length === 0 ? null : writeCursor({ windows: left, inner: next }),
    total: cursor === null ? total : null,
  }
}

/** The halves share a day, as the vendor does not document if a bound is included. One day is not halved. */
function halvesOf({ from, to }: ArrivalWindow): ArrivalWindow[] {
  const days = daysBetween(from, to)
  if (days < 2) return []
  const middle = addDays(from, Math.floor(days / 2))
  return [
    { from, to: middle },
    { from: middle, to },
  ]
}
