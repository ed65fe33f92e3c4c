import { changePage } from '../../connector-kit/change-walk.ts'
import type { VendorOperations } from '../../connector-kit/connector.ts'
import { mapNews } from '../../connector-kit/map-news.ts'
import { mapping, readOne } from '../../connector-kit/paginate.ts'
import { changedAt, listPage } from './envelope.ts'
import { toStay } from './map-reservation.ts'
import { VendorReservation } from './vendor.ts'

export const reservationsPath = '/booking/v1/reservations'
export const reservationPath = (id: string) => `${reservationsPath}/${encodeURIComponent(id)}`
const stays = mapping('stay', VendorReservation, toStay)

export const reservations: NonNullable<VendorOperations['reservations']> = {
  /** In the order of their making rows stay in their place while they change, so no page skips one. */
  async page(context, position) {
    const { rows, walk } = await changePage(
      context,
      position,
      changedAt,
      ({ bound, inner: cursor, startedAt }) => {
        const changes =
          bound === null ? {} : { dateFilter: 'Modification', from: bound, to: endOf(startedAt) }
        const query = { expand: 'booker', sort: 'created:asc', ...changes }
        return listPage(context.http, { path: reservationsPath, name: 'reservations', query, cursor })
      },
    )
    return { ...(await mapNews(context, rows, stays)), ...walk }
  },

  async one({ http }, externalId) {
    return readOne(http.get(reservationPath(externalId), { query: { expand: 'booker' } }), stays)
  },
}

/** The vendor's examples give both bounds, so one is sent that no change reaches while the walk lasts. */
const endOf = (startedAt: string): string => Temporal.Instant.from(startedAt).add({ hours: 72 }).toString()
