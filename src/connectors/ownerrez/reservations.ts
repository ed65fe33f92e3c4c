import { changePage } from '../../connector-kit/change-walk.ts'
import type { VendorOperations } from '../../connector-kit/connector.ts'
import { mapNews } from '../../connector-kit/map-news.ts'
import { mapping, readOne } from '../../connector-kit/paginate.ts'
import { bookingsPage, changedAt } from './envelope.ts'
import { toStay } from './map-reservation.ts'
import { VendorBooking } from './vendor.ts'

const stays = mapping('stay', VendorBooking, toStay)

export const reservations: NonNullable<VendorOperations['reservations']> = {
  /** The order of the list is not documented, so a full walk ends with changes since it began. */
  async page(context, position) {
    const { rows, walk } = await changePage(context, position, changedAt, async ({ bound, inner }) => {
      // The vendor does not count the list.
      const { total: _, ...page } = await bookingsPage(context.http, { cursor: inner, since: bound })
      return page
    })
    return { ...(await mapNews(context, rows, stays)), ...walk }
  },

  async one({ http }, externalId) {
    const query = { include_guest: true, include_charges: true }
    return readOne(http.get(`/v2/bookings/${encodeURIComponent(externalId)}`, { query }), stays)
  },
}
