import type { FastifyInstance, FastifyReply } from 'fastify'
import { isDay } from '../kit/clock.ts'
import { textParam } from '../kit/query.ts'
import type { Query } from '../kit/query.ts'
import { sendAnswer } from '../kit/server.ts'
import type { Account } from './account.ts'
import { holdsNights } from './availability.ts'
import { roomsOf } from './booking-record.ts'
import type { Booking } from './booking-record.ts'
import { failure, notFound } from './failure.ts'
import { guestSent, isFull, makeBooking, priceStay, roomsSent } from './make-booking.ts'
import { moment } from './moment.ts'
import { dayOf, invalid, isFields, readSent } from './sent-fields.ts'
import type { Sent } from './sent-fields.ts'
import { addMessage } from './threads.ts'
import { statuses } from './vocabulary.ts'

type WithId = { Params: { id: string }; Querystring: Query }

const makeNames = [
  'source_text',
  'arrival',
  'departure',
  'property_id',
  'status',
  'rooms',
  'guest',
  'messages',
  'bookability',
  'total',
  'currency_code',
  'origin',
]
const changeNames = [
  ...['id', 'type', 'booking_type', 'status', 'source', 'source_text', 'guest', 'arrival', 'departure'],
  ...['people', 'property_id', 'property_name', 'rooms', 'created_at', 'is_replied', 'updated_at'],
  ...['is_deleted', 'date_deleted', 'total_amount', 'total_paid', 'amount_to_pay', 'thread_uid', 'currency'],
  ...['note', 'messages', 'payment_type', 'payment_address', 'payment_website_id'],
]
const messageNames = ['subject', 'message', 'type', 'send_notification', 'message_id']
const cannotChange = failure(400, 'BookingCannotChangeStatus', 'The status of the booking cannot be changed.')

/** Bookings made, changed and ended by the older version of the API, and messages in their threads. */
export function bookingWriteRoutes(app: FastifyInstance, account: Account): void {
  const { store } = account
  const known = new Set<string>()

  app.post('/v1/reservation/booking', ({ body }, reply) => {
    const sent = readSent(body, makeNames)
    const wrong = typeof sent === 'string' ? sent : wrongStay(sent)
    if (typeof sent === 'string' || wrong !== undefined) return sendAnswer(reply, invalid(String(wrong)))
    const lodging = store.lodgings.get(roomsSent(sent.rooms)[0]?.room_type_id ?? 0)
    if (lodging === undefined || lodging.property.id !== sent.property_id) return sendAnswer(reply, notFound)
    if (!(statuses as readonly unknown[]).includes(sent.status)) {
      return sendAnswer(reply, failure(400, 'BookingStatusUnknown', 'The status is not known.'))
    }
    const made = account.make(makeBooking(account, lodging, sent))
    // The number alone.
    return reply.code(201).type('application/json').send(String(made.id))
  })

  app.put<WithId>('/v1/reservation/booking/:id', ({ params, body }, reply) => {
    const held = store.bookings.get(Number(params.id))
    if (held === undefined) return sendAnswer(reply, notFound)
    const sent = readSent(body, changeNames)
    const wrong = typeof sent === 'string' ? sent : wrongStay(sent)
    if (typeof sent === 'string' || wrong !== undefined) return sendAnswer(reply, invalid(String(wrong)))
    account.apply(held, changed(account, held, sent))
    return done(reply)
  })

  const verb = (name: string, apply: (held: Booking) => Partial<Booking> | undefined) =>
    app.put<WithId>(`/v1/reservation/booking/:id/${name}`, ({ params }, reply) => {
      const held = store.bookings.get(Number(params.id))
      if (held === undefined) return sendAnswer(reply, notFound)
      const change = apply(held)
      if (change === undefined) return sendAnswer(reply, cannotChange)
      account.apply(held, change)
      return done(reply)
    })
  verb('decline', ({ status }) =>
    status === 'Declined' ? undefined : { status: 'Declined', canceled_at: moment(account.nowMs()) },
  )
  verb('book', ({ status }) => (status === 'Declined' ? undefined : { status: 'Booked' }))

  for (const kind of ['booking', 'enquiry'] as const) {
    app.post<WithId>(`/v1/reservation/${kind}/:id/messages`, ({ params, body }, reply) => {
      const rows = kind === 'booking' ? store.bookings : store.enquiries
      const row = rows.get(Number(params.id))
      if (row === undefined) return sendAnswer(reply, notFound)
      const sent = (Array.isArray(body) ? body : []).map((one) => readSent(one, messageNames))
      const wrong = sent.length === 0 ? 'A list is expected.' : sent.find((one) => typeof one === 'string')
      if (wrong !== undefined) return sendAnswer(reply, invalid(String(wrong)))
      for (const message of sent.filter(isFields)) {
        // What comes twice under one number is the same message.
        const id = String(message.message_id ?? '')
        if (id !== '' && known.has(id)) continue
        known.add(id)
        const plan = { body: String(message.message), isIncoming: false, atMs: account.nowMs() }
        if (message.type === 'Owner') addMessage(store, row, plan)
      }
      row.updated_at = moment(account.nowMs())
      return done(reply)
    })
  }

  app.get<{ Params: { propertyId: string }; Querystring: Query }>(
    '/v2/quote/:propertyId',
    ({ params, query }, reply) => {
      const lodging = store.lodgings.get(Number(textParam(query, 'roomTypes[0].Id') ?? 0))
      if (lodging?.property.id !== Number(params.propertyId)) return sendAnswer(reply, notFound)
      const [arrival, departure] = [textParam(query, 'arrival') ?? '', textParam(query, 'departure') ?? '']
      if (lodging === undefined || !isDay(arrival) || !isDay(departure) || departure <= arrival) {
        return sendAnswer(reply, invalid('arrival and departure must be dates in order.'))
      }
      if (lodging.nightly === null)
        return sendAnswer(reply, failure(400, 'NoRateDefined', 'There are no rates.'))
      return reply.send([quoteOf(account, lodging, arrival, departure, query)])
    },
  )
}

function wrongStay({ arrival, departure, rooms }: Sent): string | undefined {
  const [from, to] = [dayOf(arrival), dayOf(departure)]
  if (!isDay(from) || !isDay(to) || to <= from) return 'arrival and departure must be dates in order.'
  return roomsSent(rooms).length === 0 ? 'A booking has rooms.' : undefined
}

/** The whole object is replaced; a name that is left out is emptied. */
function changed(account: Account, held: Booking, sent: Sent): Partial<Booking> {
  const rooms = roomsSent(sent.rooms)
  const dates = { arrival: dayOf(sent.arrival), departure: dayOf(sent.departure) }
  const total = typeof sent.total_amount === 'number' ? sent.total_amount : 0
  const note = typeof sent.note === 'string' ? sent.note : null
  const next: Booking = {
    ...held,
    ...dates,
    rooms,
    guest: guestSent(sent.guest),
    total_amount: total,
    notes: note,
  }
  const lodging = account.store.lodgings.get(roomsOf(next)[0]?.room_type_id ?? 0)
  const isOver = lodging !== undefined && holdsNights(next) && isFull(account, lodging, next)
  const { guest, amount_paid } = next
  return {
    ...dates,
    rooms,
    guest,
    notes: note,
    total_amount: total,
    amount_due: total - (amount_paid ?? 0),
    source_text: typeof sent.source_text === 'string' ? sent.source_text : null,
    is_overbooked: isOver,
  }
}

function quoteOf(
  account: Account,
  { property, room, ...rest }: Parameters<typeof priceStay>[1],
  arrival: string,
  departure: string,
  query: Query,
): object {
  const { stay, fees, taxes, total } = priceStay(account, { property, room, ...rest }, arrival, departure)
  const line = (type: string, description: string, amount: number) => ({
    type,
    is_negative: false,
    description,
    prices: [],
    subtotal: amount,
  })
  const lines = [
    line('RoomRate', 'Room rate', stay),
    line('Fee', 'Cleaning', fees),
    line('Tax', 'City tax', taxes),
  ]
  return {
    total_including_vat: total,
    total_excluding_vat: total,
    total_vat: 0,
    property_id: property.id,
    date_arrival: arrival,
    date_departure: departure,
    currency_code: property.currency_code,
    room_types: [
      {
        room_type_id: room.id,
        name: room.name,
        people: Number(textParam(query, 'roomTypes[0].People') ?? 1),
        price_types: lines.filter(({ subtotal }) => subtotal !== 0),
        subtotal: total,
      },
    ],
    add_ons: [],
    other_items: [],
    add_ons_subtotal: 0,
    scheduled_payments: [],
    security_deposit: null,
    amount_gross: total,
  }
}

/** Done, and nothing to say about it. */
const done = (reply: FastifyReply): FastifyReply => reply.code(200).send()
