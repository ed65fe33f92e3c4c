import type { FastifyInstance } from 'fastify'
import type { SimulatorClock } from '../kit/clock.ts'
import { flagParam, intParam, textParam, type Query } from '../kit/query.ts'
import { heldOr, refuse, sendAnswer } from '../kit/server.ts'
import type { Booking } from './booking-record.ts'
import { failure, notFound, problem } from './failure.ts'
import { inboxDetail, inboxItemOfBooking, inboxItemOfEnquiry } from './inbox.ts'
import { momentMs, readMoment } from './moment.ts'
import { numberedPage } from './numbered-page.ts'
import type { Store } from './store.ts'

type BookingByIdRequest = { Params: { id: string } }
type BookingListRequest = { Querystring: Query }

/** `order`: 0 newest first, 1 last changed first, 2 last changed at the end. The vendor documents none of it. */
export function bookingRoutes(
  app: FastifyInstance,
  store: Store,
  clock: SimulatorClock,
  order: number,
): void {
  app.get<BookingListRequest>('/v2/reservations/bookings', ({ query }, reply) => {
    const stays = stayFilters[textParam(query, 'stayFilter') ?? 'Upcoming']
    const trash = trashFilters[textParam(query, 'trash') ?? 'False']
    if (stays === undefined || trash === undefined) {
      refuse(failure(400, 'ValidationError', 'stayFilter or trash has an unknown value'))
    }
    const since = readMoment(textParam(query, 'updatedSince'))
    const filter = { today: clock.today(), date: textParam(query, 'stayFilterDate')?.slice(0, 10) }
    const found = [...store.bookings.values()]
      .filter((booking) => trash(booking.is_deleted === true) && stays(booking, filter))
      // The vendor does not document whether the moment itself is included; here it is not.
      .filter(({ updated_at }) => since === undefined || momentMs(updated_at) > since)
      .sort(orders[order] ?? newestFirst)
    return reply.send(numberedPage(found, query, (booking) => poorer(booking, query)))
  })

  app.get<BookingByIdRequest>('/v2/reservations/bookings/:id', (request, reply) => {
    const booking = store.bookings.get(Number(request.params.id))
    return booking === undefined ? sendAnswer(reply, notFound) : reply.send(booking)
  })

  app.get<BookingByIdRequest>('/v2/reservations/bookings/:id/externalBookings', (request, reply) => {
    const booking = heldOr(store.bookings.get(Number(request.params.id)), notFound)
    const { external_booking: content, created_at } = booking
    return reply.send({ external_bookings: content === null ? [] : [{ created_at, content }] })
  })

  app.get<{ Params: { threadGuid: string } }>('/v2/messaging/:threadGuid', (request, reply) => {
    const { threadGuid } = request.params
    if (!/^[0-9a-f-]{36}$/i.test(threadGuid)) refuse(problem(404, 'The thread is not known'))
    const thread = store.threads.get(threadGuid)
    if (thread === undefined) return reply.send([])
    const { inbox_uid: _uid, ...fields } = thread
    return reply.send([{ ...fields, messages: store.messagesOf(threadGuid) }])
  })

  inboxRoutes(app, store)
}

/** The older version lists bookings and enquiries together. */
function inboxRoutes(app: FastifyInstance, store: Store): void {
  app.get<BookingListRequest>('/v1/reservation', ({ query }) => {
    const offset = Math.max(0, intParam(query, 'offset') ?? 0)
    const limit = Math.min(Math.max(1, intParam(query, 'limit') ?? 10), 50)
    const since = readMoment(textParam(query, 'modifiedSince'))
    const propertyId = intParam(query, 'propertyId')
    const status = textParam(query, 'status')
    const [from, to] = [textParam(query, 'periodStart'), textParam(query, 'periodEnd')]
    const isTrash = flagParam(query, 'trash') === true
    // There can be tens of thousands of rows, so only the page's are converted.
    const found = [...store.bookings.values(), ...store.enquiries.values()]
      .filter((row) => (row.is_deleted === true) === isTrash)
      .filter((row) => since === undefined || momentMs(row.updated_at) > since)
      .filter((row) => propertyId === undefined || row.property_id === propertyId)
      .filter((row) => status === undefined || row.status === status)
      .filter((row) => from === undefined || (row.departure ?? '') >= from.slice(0, 10))
      .filter((row) => to === undefined || (row.arrival ?? '9999') <= to.slice(0, 10))
      .map((row) => ({ row, createdMs: momentMs(row.created_at) }))
      .sort((left, right) => right.createdMs - left.createdMs || right.row.id - left.row.id)
    const itemOf = ({ row }: (typeof found)[number]) =>
      'quote' in row ? inboxItemOfBooking(store, row) : inboxItemOfEnquiry(store, row)
    const link = (start: number) => `/v1/reservation?offset=${start}&limit=${limit}`
    return {
      items: found.slice(offset, offset + limit).map(itemOf),
      total: found.length,
      next: offset + limit < found.length ? link(offset + limit) : null,
      previous: offset > 0 ? link(Math.max(0, offset - limit)) : null,
    }
  })

  app.get('/v1/reservation/not_read', () =>
    [...store.threads.values()].reduce((sum, { is_read }) => sum + (is_read ? 0 : 1), 0),
  )

  app.get<BookingByIdRequest>('/v1/reservation/booking/:id', (request, reply) => {
    const booking = store.bookings.get(Number(request.params.id))
    return booking === undefined
      ? sendAnswer(reply, notFound)
      : reply.send(inboxDetail(store, inboxItemOfBooking(store, booking), booking))
  })

  app.get<BookingByIdRequest>('/v1/reservation/enquiry/:id', (request, reply) => {
    const enquiry = store.enquiries.get(Number(request.params.id))
    return enquiry === undefined
      ? sendAnswer(reply, notFound)
      : reply.send(inboxDetail(store, inboxItemOfEnquiry(store, enquiry), enquiry))
  })
}

type Compare = (left: Booking, right: Booking) => number

const newestFirst: Compare = (left, right) => right.id - left.id
const changedLastFirst: Compare = (left, right) =>
  momentMs(right.updated_at) - momentMs(left.updated_at) || newestFirst(left, right)
const orders: readonly Compare[] = [
  newestFirst,
  changedLastFirst,
  (left, right) => changedLastFirst(right, left),
]

type StayFilter = (booking: Booking, days: { today: string; date: string | undefined }) => boolean

const stayFilters: Record<string, StayFilter> = {
  Upcoming: ({ arrival }, { today }) => (arrival ?? '') >= today,
  Current: ({ arrival, departure }, { today }) => (arrival ?? '') <= today && today <= (departure ?? ''),
  Historic: ({ departure }, { today }) => (departure ?? '') < today,
  All: () => true,
  ArrivalDate: ({ arrival }, { date }) => arrival === date,
  DepartureDate: ({ departure }, { date }) => departure === date,
}

const trashFilters: Record<string, (isDeleted: boolean) => boolean> = {
  False: (isDeleted) => !isDeleted,
  True: (isDeleted) => isDeleted,
  All: () => true,
}

/** A row of the list lacks parts that were not requested. */
function poorer(booking: Booking, query: Query): object {
  const { quote } = booking
  const bare = {
    room_type_items: null,
    addon_items: null,
    other_items: null,
    vat_items: null,
    scheduled_transactions: null,
  }
  return {
    ...booking,
    quote: quote === null || flagParam(query, 'includeQuoteDetails') === true ? quote : { ...quote, ...bare },
    transactions: flagParam(query, 'includeTransactions') === true ? booking.transactions : null,
    external_booking: flagParam(query, 'includeExternal') === true ? booking.external_booking : null,
  }
}
