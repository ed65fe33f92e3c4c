import type { FastifyInstance } from 'fastify'
import { flagParam, intParam, textParam, type Query } from '../kit/query.ts'
import { inOrder, rowTests } from '../kit/row-list.ts'
import { refuse } from '../kit/server.ts'
import { invalid, problem } from './failure.ts'
import { inboxDetail, inboxItem } from './inbox.ts'
import { momentMs, readMoment } from './moment.ts'
import { numberedPage } from './numbered-page.ts'
import { threadOf } from './projection.ts'
import type { Booking, Enquiry } from './records.ts'
import type { Store } from './store.ts'

type BookingByIdRequest = { Params: { id: string } }
type BookingListRequest = { Querystring: Query }

/** `order`: 0 newest first, 1 last changed first, 2 last changed at the end. The vendor documents none of it. */
export function bookingRoutes(app: FastifyInstance, store: Store, order: number): void {
  const { threads } = store.world

  app.get<BookingListRequest>('/v2/reservations/bookings', ({ query }) => {
    const bookings = store.bookings().filter(listTest(query, store.world.today()))
    const found = bookings.sort(orders[order])
    return numberedPage(found, query, (booking) => poorer(booking, query))
  })

  app.get<BookingByIdRequest>('/v2/reservations/bookings/:id', ({ params }) => store.booking(params.id))

  app.get<BookingByIdRequest>('/v2/reservations/bookings/:id/externalBookings', ({ params }) => {
    const { external_booking: content, created_at } = store.booking(params.id)
    return { external_bookings: content === null ? [] : [{ created_at, content }] }
  })

  app.get<{ Params: { threadGuid: string } }>('/v2/messaging/:threadGuid', ({ params: { threadGuid } }) => {
    if (!/^[0-9a-f-]{36}$/i.test(threadGuid)) refuse(problem(404, 'The thread is not known'))
    const row = threads.stayOf(threadGuid)
    return row === undefined ? [] : [threadOf(threadGuid, row, threads.messagesIn(threadGuid))]
  })

  inboxRoutes(app, store)
}

/** The older version lists bookings and enquiries together. */
function inboxRoutes(app: FastifyInstance, store: Store): void {
  app.get<BookingListRequest>('/v1/reservation', ({ query }) => {
    const offset = Math.max(0, intParam(query, 'offset') ?? 0)
    const limit = Math.min(Math.max(1, intParam(query, 'limit') ?? 10), 50)
    // There can be tens of thousands of rows, so only the page's are converted.
    const rows = store.world.stays.all().filter(inboxTest(query))
    const found = rows.sort(inOrder(({ created_at }) => created_at ?? '', { isReversed: true }))
    const link = (start: number) => `/v1/reservation?offset=${start}&limit=${limit}`
    return {
      items: found.slice(offset, offset + limit).map((row) => inboxItem(store, row)),
      total: found.length,
      next: offset + limit < found.length ? link(offset + limit) : null,
      previous: offset > 0 ? link(Math.max(0, offset - limit)) : null,
    }
  })

  app.get('/v1/reservation/not_read', () => {
    const threads = store.world.threads.all()
    return threads.filter(({ messages }) => messages.some(({ is_read }) => !is_read)).length
  })
  app.get<BookingByIdRequest>('/v1/reservation/booking/:id', ({ params }) =>
    inboxDetail(store, store.booking(params.id)),
  )
  app.get<BookingByIdRequest>('/v1/reservation/enquiry/:id', ({ params }) =>
    inboxDetail(store, store.enquiry(params.id)),
  )
}

const changedAt = ({ updated_at }: Booking) => momentMs(updated_at)
const orders = [
  inOrder<Booking>(({ id }) => id, { isReversed: true }),
  inOrder(changedAt, { isReversed: true }),
  inOrder(changedAt),
]

/** The vendor does not document whether the moment itself is included; here it is not. */
const isLater = ({ updated_at }: Booking | Enquiry, sinceMs: number) => momentMs(updated_at) > sinceMs

function listTest(query: Query, today: string): (booking: Booking) => boolean {
  const date = textParam(query, 'stayFilterDate')?.slice(0, 10)
  const isStay = stayFilters[textParam(query, 'stayFilter') ?? 'Upcoming']
  const trash = textParam(query, 'trash') ?? 'False'
  if (isStay === undefined) refuse(invalid('stayFilter has an unknown value'))
  const tests = rowTests<Booking>()
  tests.test(readMoment(textParam(query, 'updatedSince')), isLater)
  tests.test(trash === 'All' ? undefined : trash === 'True', (row, isTrash) => row.is_deleted === isTrash)
  return (booking) => isStay(booking, { today, date }) && tests.passes(booking)
}

function inboxTest(query: Query): (row: Booking | Enquiry) => boolean {
  const tests = rowTests<Booking | Enquiry>()
  tests.test(flagParam(query, 'trash') === true, (row, isTrash) => (row.is_deleted === true) === isTrash)
  tests.test(readMoment(textParam(query, 'modifiedSince')), isLater)
  tests.test(intParam(query, 'propertyId'), ({ property_id }, id) => property_id === id)
  tests.test(textParam(query, 'status'), ({ status }, word) => status === word)
  tests.test(textParam(query, 'periodStart'), ({ departure }, from) => (departure ?? '') >= from.slice(0, 10))
  tests.test(textParam(query, 'periodEnd'), ({ arrival }, to) => (arrival ?? '9999') <= to.slice(0, 10))
  return tests.passes
}

type StayFilter = (booking: Booking, days: { today: string; date: string | undefined }) => boolean

const stayFilters: Record<string, StayFilter> = {
  Upcoming: ({ arrival }, { today }) => (arrival ?? '') >= today,
  Current: ({ arrival, departure }, { today }) => (arrival ?? '') <= today && today <= (departure ?? ''),
  Historic: ({ departure }, { today }) => (departure ?? '') < today,
  All: () => true,
  ArrivalDate: ({ arrival }, { date }) => arrival === date,
  DepartureDate: ({ departure }, { date }) => departure === date,
}

const bareQuote = {
  ...{ room_type_items: null, addon_items: null, other_items: null, vat_items: null },
  scheduled_transactions: null,
}

/** A row of the list lacks parts that were not requested. */
function poorer(booking: Booking, query: Query): object {
  const has = (name: string) => flagParam(query, name) === true
  const { quote, transactions, external_booking } = booking
  return {
    ...booking,
    quote: quote === null || has('includeQuoteDetails') ? quote : { ...quote, ...bareQuote },
    transactions: has('includeTransactions') ? transactions : null,
    external_booking: has('includeExternal') ? external_booking : null,
  }
}
