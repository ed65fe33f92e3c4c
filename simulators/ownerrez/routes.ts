import type { FastifyInstance } from 'fastify'
import { addDays, daysBetween, isDay } from '../kit/clock.ts'
import type { SimulatorTools } from '../kit/definition.ts'
import { flagParam, textParam, type Query } from '../kit/query.ts'
import { heldOr, refuse, sendAnswer } from '../kit/server.ts'
import { invalid, locked, notFound, page } from './answers.ts'
import { calendarDays } from './calendar.ts'
import type { Booking } from './records.ts'
import type { Store } from './store.ts'

type AccountListRequest = { Querystring: Query }
type AccountByIdRequest = { Params: { id: string }; Querystring: Query }

export function routes(app: FastifyInstance, store: Store, { clock, habits }: SimulatorTools): void {
  const hasFeatures = (habits.withoutFeatures ?? 0) === 0

  app.get<AccountListRequest>('/properties', ({ query }) => {
    const active = flagParam(query, 'active')
    const rows = [...store.properties.values()]
    const matches = active === undefined ? rows : rows.filter((row) => row.active === active)
    return page(matches, '/properties', query)
  })

  app.get<AccountByIdRequest>('/properties/:id', ({ params }, reply) => {
    const row = store.properties.get(Number(params.id))
    return row === undefined ? sendAnswer(reply, notFound) : reply.send(row)
  })

  app.get<AccountListRequest>('/listings', ({ query }, reply) => {
    if (!hasFeatures) refuse(locked)
    const rows = [...store.properties.values()].map(({ id, external_name, name, max_guests }) => ({
      id: id + 500_000,
      property_id: id,
      title: external_name ?? name,
      headline: `Sleeps ${max_guests}`,
      description: `${name}.\nQuiet & close to everything.`,
    }))
    return reply.send(page(rows, '/listings', query))
  })

  app.get<AccountByIdRequest>('/calendar/:id', ({ params, query }, reply) => {
    const property = heldOr(store.properties.get(Number(params.id)), notFound)
    const [from, to] = [textParam(query, 'from'), textParam(query, 'to')]
    if (!isDay(from) || !isDay(to) || to < from || daysBetween(from, to) > 366) {
      refuse(invalid('The dates are not valid.'))
    }
    const days = calendarDays(store, property, { from, to, pricedUntil: addDays(clock.today(), 540) })
    return reply.send({ currency_code: property.currency_code, days })
  })

  app.get<AccountListRequest>('/bookings', ({ query }, reply) => {
    const ids = textParam(query, 'property_ids')
    const since = textParam(query, 'since_utc')
    if (ids === undefined && since === undefined) {
      refuse(invalid('Either property_ids or since_utc is required.'))
    }
    if (since !== undefined && Number.isNaN(Date.parse(since))) {
      refuse(invalid('since_utc is not valid.'))
    }
    const properties = ids?.split(',').map(Number)
    const [status, from, to] = ['status', 'from', 'to'].map((name) => textParam(query, name))
    const rows = [...store.bookings.values()]
      .filter((row) => properties?.includes(row.property_id) ?? true)
      .filter((row) => since === undefined || Date.parse(row.updated_utc ?? '') >= Date.parse(since))
      .filter((row) => status === undefined || row.status === status)
      .filter((row) => (row.departure ?? '') >= (from ?? '') && (row.arrival ?? '') <= (to ?? '9999'))
    return reply.send(
      page(
        rows.map((row) => shown(row, query)),
        '/bookings',
        query,
      ),
    )
  })

  app.get<AccountByIdRequest>('/bookings/:id', ({ params, query }, reply) => {
    const row = store.bookings.get(Number(params.id))
    return row === undefined ? sendAnswer(reply, notFound) : reply.send(shown(row, query))
  })

  app.get<AccountListRequest>('/messages', ({ query }, reply) => {
    if (!hasFeatures) refuse(locked)
    const thread = Number(textParam(query, 'threadId'))
    return reply.send(
      page(
        store.messages.filter(({ thread_id }) => thread_id === thread),
        '/messages',
        query,
      ),
    )
  })

  app.get<AccountListRequest>('/reviews', ({ query }, reply) =>
    hasFeatures
      ? reply.send(page([...store.reviews.values()], '/reviews', query))
      : sendAnswer(reply, locked),
  )
}

/** Guest and charges come only on request. */
function shown({ guest, charges, ...row }: Booking, query: Query): object {
  return {
    ...row,
    ...(flagParam(query, 'include_guest') === true ? { guest } : {}),
    ...(flagParam(query, 'include_charges') === true ? { charges } : {}),
  }
}
