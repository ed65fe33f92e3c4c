import type { FastifyInstance } from 'fastify'
import { isDay } from '../kit/clock.ts'
import { bracketParam, textParam, type Query } from '../kit/query.ts'
import { heldOr, sendAnswer } from '../kit/server.ts'
import { bookingPage, showBooking } from './booking-list.ts'
import { failure, notFound } from './failure.ts'
import { nightsOf } from './rates.ts'
import type { World } from '../kit/world/world.ts'
import type { SmoobuKinds } from './projection.ts'
import { userId } from './vocabulary.ts'

type AccountListRequest = { Querystring: Query }
type AccountByIdRequest = { Params: { id: string }; Querystring: Query }

export function readRoutes(app: FastifyInstance, world: World<SmoobuKinds>, byChange: boolean): void {
  app.get('/api/me', () => ({ id: userId, firstName: 'Maren', lastName: 'Host', email: 'host@example.com' }))
  app.get('/api/apartments', () => ({
    apartments: world.homes.all().map(({ id, name }) => ({ id, name })),
  }))
  app.get<AccountByIdRequest>('/api/apartments/:id', ({ params }) => {
    const { id: _id, name: _name, ...details } = heldOr(world.homes.get(params.id), notFound)
    return details
  })
  app.get<AccountListRequest>('/api/rates', ({ query }, reply) => {
    const [from, to] = [textParam(query, 'start_date'), textParam(query, 'end_date')]
    const ids = bracketParam(query, 'apartments')
    if (!isDay(from) || !isDay(to) || ids.length === 0) {
      // The vendor answers wrong input with a 500.
      return sendAnswer(
        reply,
        failure(500, 'Internal Server Error', 'start_date, end_date or apartments not valid'),
      )
    }
    const apartments = ids.map((id) => heldOr(world.homes.get(id), notFound))
    const data = apartments.map((row) => [row.id, nightsOf(world, row, { from, to })] as const)
    return { data: Object.fromEntries(data) }
  })
  app.get<AccountListRequest>('/api/reservations', ({ query }) => bookingPage(world, query, byChange))
  app.get<AccountByIdRequest>('/api/reservations/:id', ({ params, query }) =>
    showBooking(heldOr(world.stays.get(params.id), notFound), query),
  )
}
