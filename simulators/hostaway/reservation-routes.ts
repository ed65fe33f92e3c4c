import type { FastifyInstance } from 'fastify'
import { intParam, type Query } from '../kit/query.ts'
import { heldOr } from '../kit/server.ts'
import { showConversation } from './conversation-routes.ts'
import { failure, notFound, page, pageAfter, success } from './envelope.ts'
import { conversationIdOf } from './records.ts'
import { ReservationOrder, reservationFilter, showReservation } from './reservation-list.ts'
import type { Store } from './store.ts'

type ReservationByIdRequest = { Params: { id: string }; Querystring: Query }

export function reservationRoutes(app: FastifyInstance, { world }: Store): void {
  const order = new ReservationOrder(world)

  app.get<{ Querystring: Query }>('/reservations', (request, reply) => {
    const { query } = request
    const { rows, compare } = order.by(query)
    const found = rows.filter(reservationFilter(world, query))
    const show = showReservation(query)
    const afterId = intParam(query, 'afterId')
    if (afterId === undefined) {
      // The vendor sends no such header; it helps tests of clients.
      if (intParam(query, 'offset') !== undefined) reply.header('deprecation', 'offset; use afterId')
      return page(found, query, show)
    }
    // The page starts behind the row's present position, not the one when it was read.
    const last = heldOr(world.stays.get(afterId), failure(404, 'Reservation given in afterId not found'))
    return pageAfter(found, (row) => compare(last, row) < 0, query, show)
  })

  app.get<ReservationByIdRequest>('/reservations/:id', (request) => {
    const reservation = heldOr(world.stays.get(request.params.id), notFound)
    return success(showReservation(request.query)(reservation))
  })

  app.get<ReservationByIdRequest>('/reservations/:id/conversations', (request) => {
    const reservation = heldOr(world.stays.get(request.params.id), notFound)
    const thread = world.threads.get(conversationIdOf(reservation))
    return page(thread === undefined ? [] : [thread], request.query, showConversation(request.query))
  })
}
