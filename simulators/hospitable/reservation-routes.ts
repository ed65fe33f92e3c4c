import type { FastifyInstance } from 'fastify'
import { addDays, isDay } from '../kit/clock.ts'
import type { SimulatorClock } from '../kit/clock.ts'
import { bracketParam, textParam } from '../kit/query.ts'
import type { Query } from '../kit/query.ts'
import { sendAnswer } from '../kit/server.ts'
import { failure, notFound } from './failure.ts'
import { dayOfMoment } from './moment.ts'
import { numberedPage } from './numbered-page.ts'
import type { Store } from './store.ts'
import { includesOf, showInquiry, showReservation } from './views.ts'

type Listed = { Querystring: Query }
type WithId = { Params: { uuid: string }; Querystring: Query }

const noProperties = failure(400, 'The properties field is required.')
const became = 'This Inquiry is now a Reservation and can be retrieved by the Reservation API.'

export function reservationRoutes(app: FastifyInstance, store: Store, clock: SimulatorClock): void {
  app.get<Listed>('/reservations', ({ query }, reply) => {
    const properties = new Set(bracketParam(query, 'properties'))
    if (properties.size === 0) return sendAnswer(reply, noProperties)
    // Nobody who gives no dates sees the whole history.
    const from = textParam(query, 'start_date') ?? clock.today()
    const to = textParam(query, 'end_date') ?? addDays(from, 14)
    if (!isDay(from) || !isDay(to)) return sendAnswer(reply, failure(400, 'Invalid date supplied.'))
    const side = textParam(query, 'date_query') === 'checkout' ? 'departure_date' : 'arrival_date'
    const conversation = textParam(query, 'conversation_id')
    const platformId = textParam(query, 'platform_id')
    const since = momentMs(textParam(query, 'last_message_at'))
    const rows = [...store.reservations.values()]
      .filter((row) => properties.has(row.property_id ?? ''))
      .filter((row) => dayOfMoment(row[side]) >= from && dayOfMoment(row[side]) <= to)
      .filter((row) => conversation === undefined || row.conversation_id === conversation)
      .filter((row) => platformId === undefined || row.platform_id === platformId)
      .filter((row) => since === null || Date.parse(row.last_message_at ?? '') >= since)
      .sort((left, right) =>
        `${left.arrival_date}${left.id}`.localeCompare(`${right.arrival_date}${right.id}`),
      )
    const show = (row: (typeof rows)[number]) => showReservation(store, row, includesOf(query))
    return sendAnswer(reply, numberedPage(rows, query, { path: '/reservations', show }))
  })

  app.get<WithId>('/reservations/:uuid', ({ params, query }, reply) => {
    const row = store.reservations.get(params.uuid)
    if (row === undefined) return sendAnswer(reply, notFound)
    return reply.send({ data: showReservation(store, row, includesOf(query)) })
  })

  app.get<WithId>('/reservations/:uuid/messages', ({ params }, reply) => {
    const row = store.reservations.get(params.uuid)
    if (row === undefined) return sendAnswer(reply, notFound)
    return reply.send({ data: store.messagesOf(row.conversation_id) })
  })

  app.get<Listed>('/inquiries', ({ query }, reply) => {
    const properties = new Set(bracketParam(query, 'properties'))
    if (properties.size === 0) return sendAnswer(reply, noProperties)
    const since = momentMs(textParam(query, 'last_message_at'))
    const rows = [...store.inquiries.values()]
      .filter((row) => properties.has(row.property_id ?? ''))
      .filter((row) => since === null || Date.parse(row.last_message_at ?? '') >= since)
      .sort((left, right) => (right.inquiry_date ?? '').localeCompare(left.inquiry_date ?? ''))
    const show = (row: (typeof rows)[number]) => showInquiry(store, row, includesOf(query))
    return sendAnswer(reply, numberedPage(rows, query, { path: '/inquiries', show }))
  })

  app.get<WithId>('/inquiries/:uuid', ({ params, query }, reply) => {
    const row = store.inquiries.get(params.uuid)
    if (row !== undefined) {
      const messages = store.messagesOf(row.id)
      return reply.send({ data: { ...showInquiry(store, row, includesOf(query)), messages } })
    }
    const isBooked = [...store.reservations.values()].some(
      ({ conversation_id }) => conversation_id === params.uuid,
    )
    return sendAnswer(reply, isBooked ? failure(410, became) : notFound)
  })
}

function momentMs(text: string | undefined): number | null {
  const match = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2}:\d{2})$/.exec(text ?? '')
  return match === null ? null : Date.parse(`${match[1]}T${match[2]}Z`)
}
