import type { FastifyInstance, FastifyReply } from 'fastify'
import { textParam, type Query } from '../kit/query.ts'
import { heldOr, refuse } from '../kit/server.ts'
import type { Account } from './account.ts'
import { holdsNights } from './availability.ts'
import { roomsOf, type Booking } from './booking-record.ts'
import { failure, invalid, notFound } from './failure.ts'
import { guestSent, isFull, makeBooking, priceStay, roomsSent } from './make-booking.ts'
import type { BookingSent, HeldSent } from './make-booking.ts'
import { dayOf, moment } from './moment.ts'
import { lodgingOf, type PropertyRoom } from './property-record.ts'
import { addMessage } from './threads.ts'

type BookingWriteByIdRequest<Body = unknown> = { Params: { id: string }; Querystring: Query; Body: Body }
type QuoteRequest = { Params: { propertyId: string }; Querystring: Query }

interface MessageSent {
  message: string
  type: 'Owner' | 'Comment' | 'Renter'
  message_id?: string
}

const cannotChange = failure(400, 'BookingCannotChangeStatus', 'The status of the booking cannot be changed.')

/** Routes of the older version that make, change and end bookings, and write in their threads. */
export function bookingWriteRoutes(app: FastifyInstance, account: Account): void {
  const { store } = account
  const known = new Set<string>()
  const booked = ({ id }: { id: string }) => heldOr(store.bookings.get(Number(id)), notFound)

  app.post<{ Body: BookingSent }>('/v1/reservation/booking', ({ body }, reply) => {
    requireOrder(body)
    const lodging = lodgingOf(store, body.rooms[0]?.room_type_id, body.property_id)
    const booking = account.make(makeBooking(account, lodging, body))
    // The answer is the number alone.
    return reply.code(201).type('application/json').send(String(booking.id))
  })

  app.put<BookingWriteByIdRequest<HeldSent>>('/v1/reservation/booking/:id', ({ params, body }, reply) => {
    const booking = booked(params)
    requireOrder(body)
    account.apply(booking, changed(account, booking, body))
    return sendEmpty(reply)
  })

  const verb = (name: string, apply: () => Partial<Booking>) =>
    app.put<BookingWriteByIdRequest>(`/v1/reservation/booking/:id/${name}`, ({ params }, reply) => {
      const booking = booked(params)
      if (booking.status === 'Declined') refuse(cannotChange)
      account.apply(booking, apply())
      return sendEmpty(reply)
    })
  verb('decline', () => ({ status: 'Declined', canceled_at: moment(account.nowMs()) }))
  verb('book', () => ({ status: 'Booked' }))

  for (const kind of ['booking', 'enquiry'] as const) {
    app.post<BookingWriteByIdRequest<MessageSent[]>>(
      `/v1/reservation/${kind}/:id/messages`,
      ({ params, body }, reply) => {
        const rows = kind === 'booking' ? store.bookings : store.enquiries
        const row = heldOr(rows.get(Number(params.id)), notFound)
        for (const { message, type, message_id: id } of body) {
          // A repeated id means the same message.
          if (id !== undefined && known.has(id)) continue
          if (id !== undefined) known.add(id)
          const plan = { body: message, isIncoming: false, atMs: account.nowMs() }
          if (type === 'Owner') addMessage(store, row, plan)
        }
        row.updated_at = moment(account.nowMs())
        return sendEmpty(reply)
      },
    )
  }

  app.get<QuoteRequest>('/v2/quote/:propertyId', ({ params, query }) => {
    const lodging = lodgingOf(store, textParam(query, 'roomTypes[0].Id'), params.propertyId)
    const [arrival, departure] = [textParam(query, 'arrival') ?? '', textParam(query, 'departure') ?? '']
    requireOrder({ arrival, departure })
    if (lodging.nightly === null) refuse(failure(400, 'NoRateDefined', 'There are no rates.'))
    return [quoteOf(account, lodging, arrival, departure, query)]
  })
}

function requireOrder({ arrival, departure }: { arrival: string; departure: string }): void {
  if (dayOf(departure) <= dayOf(arrival)) refuse(invalid('arrival and departure must be dates in order.'))
}

/** A change replaces the whole object, so an absent name is emptied. */
function changed(account: Account, booking: Booking, fields: HeldSent): Partial<Booking> {
  const { total_amount, note = null, source_text = null } = fields
  const total = total_amount ?? 0
  const change = {
    arrival: dayOf(fields.arrival),
    departure: dayOf(fields.departure),
    rooms: roomsSent(fields.rooms),
    guest: guestSent(fields.guest),
    notes: note,
    total_amount: total,
  }
  const next: Booking = { ...booking, ...change }
  const lodging = account.store.lodgings.get(roomsOf(next)[0]?.room_type_id ?? 0)
  const is_overbooked = lodging !== undefined && holdsNights(next) && isFull(account, lodging, next)
  return { ...change, amount_due: total - (booking.amount_paid ?? 0), source_text, is_overbooked }
}

function quoteOf(
  account: Account,
  lodging: PropertyRoom,
  arrival: string,
  departure: string,
  query: Query,
): object {
  const { property, room } = lodging
  const { stay, fees, taxes, total } = priceStay(account, lodging, arrival, departure)
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

/** The vendor answers without a body. */
const sendEmpty = (reply: FastifyReply): FastifyReply => reply.code(200).send()
