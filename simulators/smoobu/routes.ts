import type { FastifyInstance } from 'fastify'
import { isDay } from '../kit/clock.ts'
import { bracketParam, textParam, type Query } from '../kit/query.ts'
import { heldOr, refuse, sendAnswer } from '../kit/server.ts'
import { bookingPage, showBooking } from './booking-list.ts'
import { failure, notFound } from './failure.ts'
import { nightsOf } from './rates.ts'
import { userId, type Store } from './store.ts'

type AccountListRequest = { Querystring: Query }
type AccountByIdRequest = { Params: { id: string }; Querystring: Query }

export function readRoutes(app: FastifyInstance, store: Store, byChange: boolean): void {
  app.get('/api/me', () => ({ id: userId, firstName: 'Maren', lastName: 'Host', email: 'host@example.com' }))
  app.get('/api/apartments', () => ({
    apartments: [...store.lodgings.values()].map(({ apartment: { id, name } }) => ({ id, name })),
  }))
  app.get<AccountByIdRequest>('/api/apartments/:id', ({ params }) => {
    const lodging = heldOr(store.lodgings.get(Number(params.id)), notFound)
    const { id: _id, name: _name, ...details } = lodging.apartment
    return details
  })
  app.get<AccountListRequest>('/api/rates', ({ query }, reply) => {
    const [from, to] = [textParam(query, 'start_date'), textParam(query, 'end_date')]
    const ids = bracketParam(query, 'apartments').map(Number)
    if (!isDay(from) || !isDay(to) || ids.length === 0) {
      // The vendor answers wrong input with a 500.
      return sendAnswer(
        reply,
        failure(500, 'Internal Server Error', 'start_date, end_date or apartments not valid'),
      )
    }
    const known = ids.flatMap((id) => store.lodgings.get(id) ?? [])
    if (known.length < ids.length) refuse(notFound)
    const data = known.map((lodging) => [lodging.apartment.id, nightsOf(store, lodging, from, to)] as const)
    return { data: Object.fromEntries(data) }
  })
  app.get<AccountListRequest>('/api/reservations', ({ query }) => bookingPage(store, query, byChange))
  app.get<AccountByIdRequest>('/api/reservations/:id', ({ params, query }, reply) => {
    const booking = store.bookings.get(Number(params.id))
    return booking === undefined ? sendAnswer(reply, notFound) : showBooking(booking, query)
  })
}
