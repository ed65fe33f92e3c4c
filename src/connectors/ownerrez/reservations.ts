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
import { bookingsPage, changedAt } from './envelope.ts'
import { toStay } from './map-reservation.ts'
import { VendorBooking } from './vendor.ts'

const stays = mapping('stay', VendorBooking, toStay)

export const reservations: NonNullable<VendorOperations['reservations']> = {
  /** The order of the list is not documented, so a full walk ends with changes since it began. */
  async page(context, { cursor, since }) {
    const place = readCursor<ChangeWalkCursor>(cursor, beginWalk(context.now(), since))
    const bounds = boundsOf(place, since)
    const bound = bounds[place.part] ?? null
    const { rows, next } = await bookingsPage(context.http, { cursor: place.inner, since: bound })
    const reached = afterPage(place, rows.map(changedAt), next)
    return {
      ...(await mapNews(context, rows, stays)),
      next: reached.part < bounds.length ? writeCursor(reached) : null,
      watermark: watermarkOf(reached),
      ...comesAgain(bound, since),
    }
  },

  async one({ http }, externalId) {
    const query = { include_guest: true, include_charges: true }
    return readOne(http.get(`/v2/bookings/${encodeURIComponent(externalId)}`, { query }), stays)
  },
}
