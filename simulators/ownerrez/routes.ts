import type { FastifyInstance } from 'fastify'
import { daysBetween } from '../kit/clock.ts'
import { flagParam, textParam, type Query } from '../kit/query.ts'
import { heldOr, refuse, sendAnswer } from '../kit/server.ts'
import { invalid, locked, notFound, page } from './answers.ts'
import { calendarDays } from './calendar.ts'
import type { World } from '../kit/world/world.ts'
import type { OwnerrezKinds } from './projection.ts'
import type { Booking } from './records.ts'

type AccountListRequest = { Querystring: Query }
type AccountByIdRequest = { Params: { id: string }; Querystring: Query }

export function routes(app: FastifyInstance, world: World<OwnerrezKinds>, hasFeatures: boolean): void {
  const { homes, stays } = world

  app.get<AccountListRequest>('/properties', ({ query }) => {
    const active = flagParam(query, 'active')
    const rows = homes.all()
    const matches = active === undefined ? rows : rows.filter((row) => row.active === active)
    return page(matches, '/properties', query)
  })

  app.get<AccountByIdRequest>('/properties/:id', ({ params }, reply) => {
    return reply.send(heldOr(homes.get(params.id), notFound))
  })

  app.get<AccountListRequest>('/listings', ({ query }, reply) => {
    if (!hasFeatures) refuse(locked)
    const rows = homes.all().map(({ id, external_name, name, max_guests }) => ({
      id: id + 500_000,
      property_id: id,
      title: external_name ?? name,
      headline: `Sleeps ${max_guests}`,
      description: `${name}.\nQuiet & close to everything.`,
    }))
    return reply.send(page(rows, '/listings', query))
  })

  app.get<AccountByIdRequest>('/calendar/:id', ({ params, query }, reply) => {
    const property = heldOr(homes.get(params.id), notFound)
    const [from, to] = [textParam(query, 'from') ?? '', textParam(query, 'to') ?? '']
    if (to < from || daysBetween(from, to) > 366) refuse(invalid('The dates are not valid.'))
    const days = calendarDays(world, property, { from, to })
    return reply.send({ currency_code: property.currency_code, days })
  })

  app.get<AccountListRequest>('/bookings', ({ query }, reply) => {
    const ids = textParam(query, 'property_ids')
    const since = textParam(query, 'since_utc')
    if (ids === undefined && since === undefined) {
      refuse(invalid('Either property_ids or since_utc is required.'))
    }
    const properties = ids?.split(',').map(Number)
    const [status, from, to] = ['status', 'from', 'to'].map((name) => textParam(query, name))
    const rows = stays
      .all()
      .filter((row) => properties?.includes(row.property_id) ?? true)
      .filter((row) => since === undefined || Date.parse(row.updated_utc ?? '') >= Date.parse(since))
      .filter((row) => status === undefined || row.status === status)
      .filter((row) => (row.departure ?? '') >= (from ?? '') && (row.arrival ?? '') <= (to ?? '9999'))
    const bookings = rows.map((row) => bookingRow(row, query))
    return reply.send(page(bookings, '/bookings', query))
  })

  app.get<AccountByIdRequest>('/bookings/:id', ({ params, query }, reply) => {
    return reply.send(bookingRow(heldOr(stays.get(params.id), notFound), query))
  })

  app.get<AccountListRequest>('/messages', ({ query }, reply) => {
    if (!hasFeatures) refuse(locked)
    return reply.send(page(world.threads.messagesIn(textParam(query, 'threadId')), '/messages', query))
  })

  app.get<AccountListRequest>('/reviews', ({ query }, reply) =>
    hasFeatures ? reply.send(page(world.reviews.all(), '/reviews', query)) : sendAnswer(reply, locked),
  )
}

/** Guest and charges come only on request. */
function bookingRow({ guest, charges, ...row }: Booking, query: Query): object {
  return {
    ...row,
    ...(flagParam(query, 'include_guest') === true ? { guest } : {}),
    ...(flagParam(query, 'include_charges') === true ? { charges } : {}),
  }
}
