import { fieldOf } from '../../connector-kit/answers.ts'
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
import { apiPath, changedAt, listPage, ofAgency, uidOf, updatedSince } from './envelope.ts'
import { toStay } from './map-lead.ts'
import { leadsOfChangedOrders, ordersOf, type OrderOf } from './orders.ts'
import { VendorLead } from './vendor.ts'

const stays = (orderOf: OrderOf) => mapping('stay', VendorLead, (row) => toStay(row, orderOf(row)), uidOf)

const leadOf = (json: unknown): unknown => fieldOf(json, 'lead')

export const reservations: NonNullable<VendorOperations['reservations']> = {
  /** The order of the list is not documented, so a full walk ends with changes since it began. */
  async page(context, { cursor, since }) {
    const place = readCursor<ChangeWalkCursor>(cursor, beginWalk(context.now(), since))
    const bounds = boundsOf(place, since)
    const bound = bounds[place.part] ?? null
    const query = { ...ofAgency(context), ...(bound === null ? {} : updatedSince(bound)) }
    const { rows, next } = await listPage(context.http, { name: 'leads', query, cursor: place.inner })
    const isLast = bound !== null && next === null
    const repriced = isLast ? await leadsOfChangedOrders(context, rows, bound) : []
    const leads = [...rows, ...repriced]
    const orderOf = await ordersOf(context, leads, { isFull: bound === null })
    const reached = afterPage(place, rows.map(changedAt), next)
    return {
      ...(await mapNews(context, leads, stays(orderOf), orderOf)),
      next: reached.part < bounds.length ? writeCursor(reached) : null,
      // An order does not tell when it changed, so the walk's beginning counts.
      watermark: repriced.length > 0 ? reached.startedAt : watermarkOf(reached),
      ...comesAgain(bound, since),
    }
  },

  async one(context, externalId) {
    const answer = context.http.get(apiPath('leads', externalId))
    const mapped = async (row: unknown) => stays(await ordersOf(context, [row], { isFull: false }))
    return readOne(answer, mapped, leadOf)
  },
}
