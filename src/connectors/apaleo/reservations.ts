import {
  afterPage,
  beginWalk,
  boundsOf,
  comesAgain,
  watermarkOf,
  type ChangeWalkCursor,
} from '../../connector-kit/change-walk.ts'
import type { VendorOperations } from '../../connector-kit/connector.ts'
import { mapNews } from '../../connector-kit/map-news.ts'
import { mapping, readCursor, readOne, writeCursor } from '../../connector-kit/paginate.ts'
import { changedAt, listPage } from './envelope.ts'
import { toStay } from './map-reservation.ts'
import { VendorReservation } from './vendor.ts'

export const reservationsPath = '/booking/v1/reservations'
export const reservationPath = (id: string) => `${reservationsPath}/${encodeURIComponent(id)}`
const stays = mapping('stay', VendorReservation, toStay)

export const reservations: NonNullable<VendorOperations['reservations']> = {
  /** In the order of their making rows stay in their place while they change, so no page skips one. */
  async page(context, { cursor, since }) {
    const place = readCursor<ChangeWalkCursor>(cursor, beginWalk(context.now(), since))
    const bounds = boundsOf(place, since)
    const bound = bounds[place.part] ?? null
    const changes = bound === null ? {} : { dateFilter: 'Modification', from: bound, to: endOf(place) }
    const query = { expand: 'booker', sort: 'created:asc', ...changes }
    const list = { path: reservationsPath, name: 'reservations', query, cursor: place.inner }
    const { rows, next, total } = await listPage(context.http, list)
    const reached = afterPage(place, rows.map(changedAt), next)
    return {
      ...(await mapNews(context, rows, stays)),
      next: reached.part < bounds.length ? writeCursor(reached) : null,
      watermark: watermarkOf(reached),
      ...comesAgain(bound, since),
      ...(bound === null && total !== null ? { expected: total } : {}),
    }
  },

  async one({ http }, externalId) {
    return readOne(http.get(reservationPath(externalId), { query: { expand: 'booker' } }), stays)
  },
}

/** The vendor's examples give both bounds, so one is sent that no change reaches while the walk lasts. */
const endOf = ({ startedAt }: ChangeWalkCursor): string =>
  Temporal.Instant.from(startedAt).add({ hours: 72 }).toString()
