import type { FastifyInstance, FastifyReply } from 'fastify'
import { flagParam, textParam, type Query } from '../kit/query.ts'
import { heldOr } from '../kit/server.ts'
import { body, notFound, sendPage } from './answers.ts'
import { accountId, type BookingsyncWorld } from './projection.ts'
import type { Booking } from './records.ts'
import { amenities, conversationRow, quoteOf, reviewRow, shownBooking, shownRental } from './rows.ts'
import type { AccountExtras } from './write-routes.ts'

type PageRequest = { Querystring: Query }
type ByIdsRequest = { Params: { ids: string }; Querystring: Query }

const account = { id: accountId, business_name: 'Lakeside Rentals', default_locale: 'en', status: 'paid' }

export function routes(app: FastifyInstance, world: BookingsyncWorld, extras: AccountExtras): void {
  const page = (
    reply: FastifyReply,
    name: string,
    rows: readonly object[],
    query: Query,
    deletedIds?: number[],
  ) => sendPage(reply, { name, rows, query, nowMs: world.nowMs(), ...(deletedIds ? { deletedIds } : {}) })
  /** One call reads several records; none may be missing. */
  const byIds = <T>(ids: string, get: (id: string) => T | undefined): T[] =>
    ids.split(',').map((id) => heldOr(get(id), notFound))

  app.get<PageRequest>('/accounts', ({ query }, reply) => page(reply, 'accounts', [account], query))
  app.get<PageRequest>('/amenities', ({ query }, reply) => page(reply, 'amenities', amenities, query))
  app.get<PageRequest>('/hosts', ({ query }, reply) => {
    return page(reply, 'hosts', [{ id: 12, firstname: 'Ada', lastname: 'Host' }], query)
  })

  app.get<PageRequest>('/rentals', ({ query }, reply) => {
    const rows = world.homes.all().map((rental) => shownRental(world, rental, query))
    return page(reply, 'rentals', rows, query)
  })
  app.get<PageRequest>('/rentals/search', ({ query }) => {
    const rental = world.homes.get(textParam(query, 'rental_id') ?? '')
    const [from, to] = ['start_at', 'end_at'].map((name) => (textParam(query, name) ?? '').slice(0, 10))
    const quote = rental === undefined ? null : quoteOf(world, rental, from ?? '', to ?? '')
    return body('rentals', quote === null ? [] : [quote])
  })
  app.get<ByIdsRequest>('/rentals/:ids', ({ params, query }) => {
    const rentals = byIds(params.ids, (id) => world.homes.get(id))
    const rows = rentals.map((rental) => shownRental(world, rental, query))
    return body('rentals', rows)
  })

  app.get<PageRequest>('/bookings', ({ query }, reply) => {
    const since = textParam(query, 'updated_since')
    const rows = bookings(world, query).map((booking) => shownBooking(booking, query))
    return page(reply, 'bookings', rows, query, since === undefined ? undefined : extras.goneSince(since))
  })
  app.get<ByIdsRequest>('/bookings/:ids', ({ params, query }) => {
    const withCanceled = flagParam(query, 'include_canceled') === true
    const found = byIds(params.ids, (id) => {
      const booking = world.stays.get(id)
      return booking?.status === 'Canceled' && !withCanceled ? undefined : booking
    })
    const rows = found.map((booking) => shownBooking(booking, query))
    return body('bookings', rows)
  })

  app.get<PageRequest>('/clients', ({ query }, reply) => {
    const isNew = changedSince(query)
    return page(reply, 'clients', extras.clients().filter(isNew), query)
  })
  app.get<PageRequest>('/reviews', ({ query }, reply) => {
    const rows = world.reviews.all().map((review) => reviewRow(review, query))
    return page(reply, 'reviews', rows, query)
  })

  const thread = (id: number, query: Query) => {
    const stay = heldOr(world.threads.stayOf(id), notFound)
    const parts = { id, stay, messages: world.threads.messagesIn(id), hasHost: extras.hasHost(id) }
    return conversationRow(parts, query)
  }
  app.get<PageRequest>('/inbox/conversations', ({ query }, reply) => {
    const rows = world.threads.all().map(({ id }) => thread(Number(id), query))
    return page(reply, 'conversations', rows.filter(changedSince(query)), query)
  })
  app.get<ByIdsRequest>('/inbox/conversations/:ids', ({ params, query }) => {
    const rows = params.ids.split(',').map((id) => thread(Number(id), query))
    return body('conversations', rows)
  })
  app.get<ByIdsRequest>('/inbox/attachments/:ids', ({ params }) => {
    const rows = byIds(params.ids, (id) => extras.attachments.get(Number(id)))
    return body('attachments', rows)
  })
}

/** Finds what changed after a time, not at it. */
function changedSince(query: Query): (row: { updated_at: string | null }) => boolean {
  const since = textParam(query, 'updated_since')
  return ({ updated_at }) => since === undefined || Date.parse(updated_at ?? '') > Date.parse(since)
}

/** The list begins today and leaves out what was cancelled, unless the query says otherwise. */
function bookings(world: BookingsyncWorld, query: Query): Booking[] {
  const day = (name: string) => textParam(query, name)?.slice(0, 10)
  const from = day('from') ?? world.today()
  const until = day('until') ?? '9999'
  const rentals = textParam(query, 'rental_id')?.split(',')
  const statuses = textParam(query, 'status')?.split(',')
  const withCanceled = flagParam(query, 'include_canceled') === true
  const checks: ((row: Booking) => boolean)[] = [
    changedSince(query),
    ({ status }) => withCanceled || status !== 'Canceled',
    ({ start_at, end_at }) =>
      (end_at ?? '9999').slice(0, 10) >= from && (start_at ?? '').slice(0, 10) <= until,
    ({ rental }) => rentals?.includes(String(rental)) ?? true,
    ({ status }) => statuses?.includes((status ?? '').toLowerCase()) ?? true,
  ]
  return world.stays.all().filter((row) => checks.every((fits) => fits(row)))
}
