import type { FastifyInstance } from 'fastify'
import type { DayRange } from '../kit/nights.ts'
import { heldOr, refuse } from '../kit/server.ts'
import type { Account } from './account.ts'
import { invalid, notApproved, notFound, wrongModel } from './answers.ts'
import type { CustomPrice, Listing, Restrictions } from './records.ts'

type CalendarByIdRequest = { Params: { id: string } }

/**
 * Nights, prices and rules of a listing are read and written whole. An unapproved listing refuses them with an expired
 * token's status.
 */
export function calendarRoutes(app: FastifyInstance, account: Account): void {
  const { store } = account

  const approved = (id: string): Listing => {
    const listing = heldOr(store.listings.get(id), notFound)
    return listing.status === 'Approved' ? listing : refuse(notApproved)
  }
  const standard = (id: string): Listing => {
    const listing = approved(id)
    return listing.pricingModel === 'Standard' ? listing : refuse(wrongModel)
  }

  const blocked = (id: string) => ({ blockedDates: store.blockedDates(id) })
  app.get<CalendarByIdRequest>('/v2/listings/:id/blocked-dates', ({ params }) =>
    blocked(approved(params.id).id),
  )
  app.put<CalendarByIdRequest>('/v2/listings/:id/blocked-dates', ({ params, body }) => {
    const { id } = approved(params.id)
    const { blockedDates } = body as { blockedDates: DayRange[] }
    inOrder(blockedDates)
    store.close(id, blockedDates, account.nowMs())
    return blocked(id)
  })

  const priced = (id: string) => ({ customPrices: store.customPrices(id) })
  app.get<CalendarByIdRequest>('/v2/listings/:id/custom-prices', ({ params }) =>
    priced(standard(params.id).id),
  )
  app.put<CalendarByIdRequest>('/v2/listings/:id/custom-prices', ({ params, body }) => {
    const { id } = standard(params.id)
    const { customPrices } = body as { customPrices: CustomPrice[] }
    inOrder(customPrices)
    store.price(id, customPrices)
    return priced(id)
  })

  app.get<CalendarByIdRequest>('/v2/listings/:id/restrictions', ({ params }) => {
    return store.nightsOf(standard(params.id).id).restrictions
  })
  app.put<CalendarByIdRequest>('/v2/listings/:id/restrictions', ({ params, body }) => {
    const { restrictions } = store.nightsOf(standard(params.id).id)
    return Object.assign(restrictions, body as Partial<Restrictions>)
  })
}

function inOrder(spans: readonly DayRange[]): void {
  if (spans.some(({ from, to }) => to < from)) refuse(invalid('to must not be before from.'))
}
