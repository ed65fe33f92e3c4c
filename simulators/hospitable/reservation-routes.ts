import type { FastifyInstance } from 'fastify'
import { addDays } from '../kit/clock.ts'
import { bracketParam, textParam, type Query } from '../kit/query.ts'
import { heldOr, sendAnswer } from '../kit/server.ts'
import { noInquiry, notFound } from './failure.ts'
import { dayOfMoment } from './moment.ts'
import { numberedPage } from './numbered-page.ts'
import { inquiriesOf, inquiryOf, reservationOf, reservationsOf, type HospitableWorld } from './records.ts'
import { includesOf, showInquiry, showReservation } from './views.ts'

type ReservationListRequest = { Querystring: Query }
type ReservationByIdRequest = { Params: { uuid: string }; Querystring: Query }
type ConversationFields = { property_id: string | null; last_message_at: string | null }

export function reservationRoutes(app: FastifyInstance, world: HospitableWorld): void {
  const heldRow = ({ uuid }: { uuid: string }) => heldOr(reservationOf(world, uuid), notFound)

  app.get<ReservationListRequest>('/reservations', ({ query }, reply) => {
    // Without dates a caller sees two weeks from today, not the whole history.
    const from = textParam(query, 'start_date') ?? world.today()
    const to = textParam(query, 'end_date') ?? addDays(from, 14)
    const side = textParam(query, 'date_query') === 'checkout' ? 'departure_date' : 'arrival_date'
    const conversation = textParam(query, 'conversation_id')
    const platformId = textParam(query, 'platform_id')
    const rows = reservationsOf(world)
      .filter(wantedBy(query))
      .filter((row) => dayOfMoment(row[side]) >= from && dayOfMoment(row[side]) <= to)
      .filter((row) => conversation === undefined || row.conversation_id === conversation)
      .filter((row) => platformId === undefined || row.platform_id === platformId)
      .sort((left, right) =>
        `${left.arrival_date}${left.id}`.localeCompare(`${right.arrival_date}${right.id}`),
      )
    const show = (row: (typeof rows)[number]) => showReservation(world, row, includesOf(query))
    return sendAnswer(reply, numberedPage(rows, query, { path: '/reservations', show }))
  })

  app.get<ReservationByIdRequest>('/reservations/:uuid', ({ params, query }) => ({
    data: showReservation(world, heldRow(params), includesOf(query)),
  }))

  app.get<ReservationByIdRequest>('/reservations/:uuid/messages', ({ params }) => ({
    data: world.threads.messagesIn(heldRow(params).conversation_id),
  }))

  app.get<ReservationListRequest>('/inquiries', ({ query }, reply) => {
    const rows = inquiriesOf(world)
      .filter(wantedBy(query))
      .sort((left, right) => (right.inquiry_date ?? '').localeCompare(left.inquiry_date ?? ''))
    const show = (row: (typeof rows)[number]) => showInquiry(world, row, includesOf(query))
    return sendAnswer(reply, numberedPage(rows, query, { path: '/inquiries', show }))
  })

  app.get<ReservationByIdRequest>('/inquiries/:uuid', ({ params: { uuid }, query }) => {
    const row = heldOr(inquiryOf(world, uuid), noInquiry(world, uuid))
    return {
      data: { ...showInquiry(world, row, includesOf(query)), messages: world.threads.messagesIn(row.id) },
    }
  })
}

/** Tests for these properties, and for messages since that moment. */
function wantedBy(query: Query): (row: ConversationFields) => boolean {
  const properties = new Set(bracketParam(query, 'properties'))
  const since = momentMs(textParam(query, 'last_message_at'))
  return ({ property_id, last_message_at }) =>
    properties.has(property_id ?? '') && (since === null || Date.parse(last_message_at ?? '') >= since)
}

function momentMs(text: string | undefined): number | null {
  const match = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2}:\d{2})$/.exec(text ?? '')
  return match === null ? null : Date.parse(`${match[1]}T${match[2]}Z`)
}
