import { fieldOf } from '../../connector-kit/answers.ts'
import { changePage } from '../../connector-kit/change-walk.ts'
import type { VendorOperations } from '../../connector-kit/connector.ts'
import { mapNews } from '../../connector-kit/map-news.ts'
import { mapping, readOne } from '../../connector-kit/paginate.ts'
import { apiPath, changedAt, listPage, ofAgency, uidOf, updatedSince } from './envelope.ts'
import { toStay } from './map-lead.ts'
import { leadsOfChangedOrders, ordersOf, type OrderOf } from './orders.ts'
import { VendorLead } from './vendor.ts'

const stays = (orderOf: OrderOf) => mapping('stay', VendorLead, (row) => toStay(row, orderOf(row)), uidOf)

const leadOf = (json: unknown): unknown => fieldOf(json, 'lead')

export const reservations: NonNullable<VendorOperations['reservations']> = {
  /** The order of the list is not documented, so a full walk ends with changes since it began. */
  async page(context, position) {
    const { rows, walk, bound, isLast, startedAt } = await changePage(
      context,
      position,
      changedAt,
      async ({ bound: since, inner: cursor }) => {
        const query = { ...ofAgency(context), ...(since === null ? {} : updatedSince(since)) }
        const { total: _, ...page } = await listPage(context.http, { name: 'leads', query, cursor })
        return page
      },
    )
    const repriced = bound !== null && isLast ? await leadsOfChangedOrders(context, rows, bound) : []
    const leads = [...rows, ...repriced]
    const orderOf = await ordersOf(context, leads, { isFull: bound === null })
    return {
      ...(await mapNews(context, leads, stays(orderOf), orderOf)),
      ...walk,
      // An order does not tell when it changed, so the walk's beginning counts.
      ...(repriced.length > 0 ? { watermark: startedAt } : {}),
    }
  },

  async one(context, externalId) {
    const answer = context.http.get(apiPath('leads', externalId))
    const mapped = async (row: unknown) => stays(await ordersOf(context, [row], { isFull: false }))
    return readOne(answer, mapped, leadOf)
  },
}
