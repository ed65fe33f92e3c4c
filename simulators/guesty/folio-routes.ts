import type { FastifyInstance } from 'fastify'
import { textParam } from '../kit/query.ts'
import type { Query } from '../kit/query.ts'
import { Refusal } from '../kit/refusal.ts'
import { heldOr } from '../kit/server.ts'
import { refusal } from './answers.ts'
import type { Reservation } from './reservation-record.ts'
import type { Store } from './store.ts'

const mostIds = 200
const noSuchBooking = refusal(404, 'Reservation not found', 'NOT_FOUND')

interface Money {
  currency?: string
  invoiceItems?: { title: string; normalType: string; type: string; amount: number }[]
  [name: string]: unknown
}

/** Of the 86 documented fields those that are known from public code; any other is refused. */
const overview: Record<string, (money: Money, row: Reservation) => unknown> = {
  listingId: (_money, row) => row.listingId,
  platform: (_money, row) => row.integration?.platform,
  source: (_money, row) => row.source,
  currency: ({ currency }) => currency,
  updatedAt: (_money, row) => row.lastUpdatedAt,
  canceledAt: (_money, row) => row.canceledAt,
  rawAccommodationFare: ({ fareAccommodation }) => fareAccommodation,
  accommodationFareNet: ({ fareAccommodationAdjusted }) => fareAccommodationAdjusted,
  rawCleaningFee: ({ fareCleaning }) => fareCleaning,
  totalTaxes: ({ totalTaxes }) => totalTaxes,
  channelCommission: ({ hostServiceFee }) => hostServiceFee,
  channelCommissionIncTax: ({ hostServiceFeeIncTax }) => hostServiceFeeIncTax,
  subTotalPrice: ({ subTotalPrice }) => subTotalPrice,
  hostPayout: ({ hostPayout }) => hostPayout,
}

type InvoiceItem = NonNullable<Money['invoiceItems']>[number]
const items: Record<string, (item: InvoiceItem) => unknown> = {
  title: ({ title }) => title,
  normalType: ({ normalType }) => normalType,
  secondIdentifier: ({ type }) => type,
  totalPrice: ({ amount }) => amount,
}

/** What bookings cost, for many of them at once; those that are not there are named beside those that are. */
export function folioRoutes(app: FastifyInstance, store: Store): void {
  const route = (
    path: string,
    fields: Record<string, unknown>,
    show: (row: Reservation, fieldNames: string[]) => object,
  ) =>
    app.get<{ Querystring: Query }>(path, ({ query }) => {
      const ids = listIn(query, 'reservationIds')
      if (ids.length === 0 || ids.length > mostIds)
        throw new Refusal(refusal(400, `reservationIds must contain 1 to ${mostIds} elements`))
      const fieldNames = listIn(query, 'fields')
      const unknown = fieldNames.find((field) => !Object.hasOwn(fields, field))
      if (unknown !== undefined) throw new Refusal(refusal(400, `unknown field ${unknown}`))
      const found = ids
        .flatMap((id) => store.reservations.get(id) ?? [])
        .filter(({ money }) => money !== null)
      const rowIds = new Set(found.map(({ _id }) => _id))
      return {
        results: found.map((row) => show(row, fieldNames)),
        notFound: ids.filter((id) => !rowIds.has(id)),
      }
    })

  // The documentation of October 2026 names one booking a call and a summary, but no field of it.
  app.get<{ Querystring: Query }>('/payments', ({ query }) => {
    const row = heldOr(store.reservations.get(textParam(query, 'reservationId') ?? ''), noSuchBooking)
    const { payments, totalPaid, totalRefunded, balanceDue, isFullyPaid, currency } = (row.money ??
      {}) as Money
    return {
      results: payments ?? [],
      summary: stored(Object.entries({ currency, totalPaid, totalRefunded, balanceDue, isFullyPaid })),
    }
  })
  route('/guest-folio/overview', overview, (row, fieldNames) => {
    const values = fieldNames.map((field) => [field, overview[field]?.(row.money as Money, row)])
    return { reservationId: row._id, ...stored(values) }
  })
  route('/guest-folio/invoice-items', items, (row, fieldNames) => {
    const { currency, invoiceItems = [] } = row.money as Money
    return {
      reservationId: row._id,
      currency,
      invoiceItems: invoiceItems.map((item, index) => ({
        id: `${row._id.slice(0, 22)}${String(index).padStart(2, '0')}`,
        ...stored(fieldNames.map((field) => [field, items[field]?.(item)])),
      })),
    }
  })
}

/** What has no value does not come. */
function stored(values: unknown[][]): object {
  return Object.fromEntries(values.filter(([, value]) => value !== undefined && value !== null)) as object
}

function listIn(query: Query, name: string): string[] {
  return (textParam(query, name) ?? '').split(',').filter((word) => word !== '')
}
