import type { FastifyInstance } from 'fastify'
import type { DayRange } from '../kit/nights.ts'
import { heldOr, refuse } from '../kit/server.ts'
import type { World } from '../kit/world/world.ts'
import { invalid, notApproved, notFound, wrongModel } from './answers.ts'
import type { Calendar } from './calendar.ts'
import type { PlumguideKinds } from './projection.ts'
import type { CustomPrice, Listing, Restrictions } from './records.ts'

type CalendarByIdRequest = { Params: { id: string } }

/**
 * Nights, prices and rules of a listing are read and written whole. An unapproved listing refuses them with an expired
 * token's status.
 */
export function calendarRoutes(
  app: FastifyInstance,
  { homes }: World<PlumguideKinds>,
  calendar: Calendar,
): void {
  const approved = (id: string): Listing => {
    const listing = heldOr(homes.get(id), notFound)
    return listing.status === 'Approved' ? listing : refuse(notApproved)
  }
  const standard = (id: string): Listing => {
    const listing = approved(id)
    return listing.pricingModel === 'Standard' ? listing : refuse(wrongModel)
  }

  const blocked = (listing: Listing) => ({ blockedDates: calendar.blockedDates(listing) })
  app.get<CalendarByIdRequest>('/v2/listings/:id/blocked-dates', ({ params }) => blocked(approved(params.id)))
  app.put<CalendarByIdRequest>('/v2/listings/:id/blocked-dates', ({ params, body }) => {
    const listing = approved(params.id)
    const { blockedDates } = body as { blockedDates: DayRange[] }
    inOrder(blockedDates)
    calendar.close(listing, blockedDates)
    return blocked(listing)
  })

  const priced = (listing: Listing) => ({ customPrices: calendar.customPrices(listing) })
  app.get<CalendarByIdRequest>('/v2/listings/:id/custom-prices', ({ params }) => priced(standard(params.id)))
  app.put<CalendarByIdRequest>('/v2/listings/:id/custom-prices', ({ params, body }) => {
    const listing = standard(params.id)
    const { customPrices } = body as { customPrices: CustomPrice[] }
    inOrder(customPrices)
    calendar.price(listing, customPrices)
    return priced(listing)
  })

  app.get<CalendarByIdRequest>('/v2/listings/:id/restrictions', ({ params }) =>
    calendar.restrictionsOf(standard(params.id)),
  )
  app.put<CalendarByIdRequest>('/v2/listings/:id/restrictions', ({ params, body }) => {
    return Object.assign(calendar.restrictionsOf(standard(params.id)), body as Partial<Restrictions>)
  })
}

function inOrder(spans: readonly DayRange[]): void {
  if (spans.some(({ from, to }) => to < from)) refuse(invalid('to must not be before from.'))
}
