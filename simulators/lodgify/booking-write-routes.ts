import type { FastifyInstance, FastifyReply } from 'fastify'
import { addDays } from '../kit/clock.ts'
import { blankRow } from '../kit/fields.ts'
import { textParam, type Query } from '../kit/query.ts'
import { refuse } from '../kit/server.ts'
import { failure, invalid, noRates } from './failure.ts'
import { dayOf, moment } from './moment.ts'
import { pricesOf, subtotalsOf } from './money.ts'
import { firstBookingId, inventUid } from './projection.ts'
import { priceOf } from './rates.ts'
import { bookingFields, holdsNights } from './records.ts'
import type { BookedRoom, Booking, Guest, GuestBreakdown, Room } from './records.ts'
import { userId, type Store } from './store.ts'

type BookingWriteByIdRequest<Body = unknown> = { Params: { id: string }; Body: Body }
type QuoteRequest = { Params: { propertyId: string }; Querystring: Query }

type RoomSent = Pick<BookedRoom, 'room_type_id'> &
  Partial<Omit<BookedRoom, 'guest_breakdown'>> & { guest_breakdown: Partial<GuestBreakdown> }
type GuestSent = Partial<Guest> & { guest_name?: Record<'first_name' | 'last_name', string | null> | null }

type DaysSent = Record<'arrival' | 'departure', string>

/** The body that makes a booking. */
interface BookingSent extends DaysSent {
  property_id: number
  status: string
  rooms: RoomSent[]
  guest: GuestSent
  source_text?: string | null
  total?: number | null
}

/** The body that changes a booking. */
type HeldSent = Omit<BookingSent, 'total'> & { total_amount?: number | null; note?: string | null }

type MessageSent = { message: string; type: 'Owner' | 'Comment' | 'Renter'; message_id?: string }

const cannotChange = failure(400, 'BookingCannotChangeStatus', 'The status of the booking cannot be changed.')

/** Routes of the older version that make, change and end bookings, and write in their threads. */
export function bookingWriteRoutes(app: FastifyInstance, store: Store): void {
  const { world } = store
  const knownIds = new Set<string>()

  app.post<{ Body: BookingSent }>('/v1/reservation/booking', ({ body }, reply) => {
    requireOrder(body)
    const room = store.room(body.property_id, body.rooms[0]?.room_type_id)
    const booking = world.addStay(makeBooking(store, room, body))
    // The answer is the number alone.
    return reply.code(201).type('application/json').send(String(booking.id))
  })

  app.put<BookingWriteByIdRequest<HeldSent>>('/v1/reservation/booking/:id', ({ params, body }, reply) => {
    const booking = store.booking(params.id)
    requireOrder(body)
    world.apply(booking, changedFields(store, booking, body))
    return sendEmpty(reply)
  })

  const verb = (name: string, act: (booking: Booking) => unknown) =>
    app.put<BookingWriteByIdRequest>(`/v1/reservation/booking/:id/${name}`, ({ params }, reply) => {
      const booking = store.booking(params.id)
      if (booking.status === 'Declined') refuse(cannotChange)
      act(booking)
      return sendEmpty(reply)
    })
  verb('decline', ({ id }) => world.cancel(String(id)))
  verb('book', (booking) => world.apply(booking, { status: 'Booked' }))

  for (const kind of ['booking', 'enquiry'] as const) {
    app.post<BookingWriteByIdRequest<MessageSent[]>>(
      `/v1/reservation/${kind}/:id/messages`,
      ({ params, body }, reply) => {
        const row = store[kind](params.id)
        for (const { message, type, message_id: id = null } of body) {
          // A repeated id means the same message.
          if (id !== null && knownIds.has(id)) continue
          if (id !== null) knownIds.add(id)
          if (type === 'Owner') world.say(row, { body: message, isIncoming: false })
        }
        return sendEmpty(reply)
      },
    )
  }

  app.get<QuoteRequest>('/v2/quote/:propertyId', ({ params, query }) => {
    const room = store.room(params.propertyId, textParam(query, 'roomTypes[0].Id'))
    const [arrival = '', departure = ''] = ['arrival', 'departure'].map((name) => textParam(query, name))
    requireOrder({ arrival, departure })
    if (store.withoutRates.has(room)) refuse(noRates)
    const people = Number(textParam(query, 'roomTypes[0].People') ?? 1)
    return [quoteOf(store, room, { arrival: dayOf(arrival), departure: dayOf(departure) }, people)]
  })
}

/** The vendor answers without a body. */
const sendEmpty = (reply: FastifyReply): FastifyReply => reply.code(200).send()

function requireOrder({ arrival, departure }: DaysSent): void {
  if (dayOf(departure) <= dayOf(arrival)) refuse(invalid('arrival and departure must be dates in order.'))
}

/** Makes a booking as the vendor does from what was sent. */
function makeBooking(store: Store, room: Room, body: BookingSent): Booking {
  const { world } = store
  const at = moment(world.nowMs())
  const [arrival, departure] = [dayOf(body.arrival), dayOf(body.departure)]
  const price = priceOf(store, room, arrival, departure)
  const total = body.total ?? price.total
  const id = firstBookingId + world.nextNumber('stay', 0)
  const booking: Booking = {
    ...blankRow(bookingFields, id),
    ...{ user_id: userId, arrival, departure, property_id: room.property_id, status: body.status },
    ...{ rooms: roomsSent(body.rooms), guest: guestSent(body.guest), language: 'en' },
    ...{ is_unavailable: false, is_overbooked: false, is_new: true, is_deleted: false },
    ...{ source: 'PublicApi', source_text: body.source_text ?? null, created_at: at, updated_at: at },
    ...{ currency_code: price.currency, total_amount: total, amount_paid: 0, amount_due: total },
    subtotals: subtotalsOf(total === price.total ? price : { rent: total }),
    ...{ transactions: [], damage_protection: [], thread_uid: inventUid(world.random) },
    ...{ check_in: { time: null, initiator: null }, check_out: { time: null, initiator: null } },
  }
  return { ...booking, is_overbooked: isOverbooked(store, booking) }
}

/** The API does not refuse taken nights, but marks the booking as an overbooking. */
function isOverbooked({ world }: Store, booking: Booking): boolean {
  const room = world.homes.get(world.projection.stays.homeIdOf(booking))
  if (room === undefined || !holdsNights(booking)) return false
  const range = { from: booking.arrival ?? '', to: addDays(booking.departure ?? '', -1) }
  return world.nights(room, range).some(({ stays, set }) => {
    const others = stays.filter(({ id }) => id !== booking.id)
    return set.isClosed === true || others.length >= (room.units ?? 1)
  })
}

/** A change replaces the whole object, so an absent name is emptied. */
function changedFields(store: Store, booking: Booking, body: HeldSent): Partial<Booking> {
  const change = {
    ...{ arrival: dayOf(body.arrival), departure: dayOf(body.departure) },
    ...{ rooms: roomsSent(body.rooms), guest: guestSent(body.guest), notes: body.note ?? null },
    ...{ total_amount: body.total_amount ?? 0, source_text: body.source_text ?? null },
  }
  const amount_due = change.total_amount - (booking.amount_paid ?? 0)
  return { ...change, amount_due, is_overbooked: isOverbooked(store, { ...booking, ...change }) }
}

const roomsSent = (rooms: readonly RoomSent[]): BookedRoom[] =>
  rooms.map(({ room_type_id, guest_breakdown: guests, people, key_code = null }) => {
    const guest_breakdown = { adults: 0, children: 0, infants: 0, pets: 0, ...guests }
    const { adults, children } = guest_breakdown
    return { room_type_id, guest_breakdown, people: people ?? adults + children, key_code }
  })

function guestSent({ guest_name, name, ...guest }: GuestSent): Guest {
  const { email = null, phone = null, country_code = null } = guest
  const joined = [guest_name?.first_name, guest_name?.last_name].filter(Boolean).join(' ')
  return { name: name ?? joined, email, phone, country_code }
}

function quoteOf(store: Store, room: Room, { arrival, departure }: DaysSent, people: number): object {
  const price = priceOf(store, room, arrival, departure)
  const { total, currency } = price
  const lines = pricesOf(subtotalsOf(price)).map(({ type, amount, description }) => ({
    ...{ type, is_negative: amount < 0, description, prices: [], subtotal: amount },
  }))
  const { id: room_type_id, name } = room
  return {
    ...{ total_including_vat: total, total_excluding_vat: total, total_vat: 0, amount_gross: total },
    ...{ property_id: room.property_id, date_arrival: arrival, date_departure: departure },
    currency_code: currency,
    room_types: [{ room_type_id, name, people, price_types: lines, subtotal: total }],
    ...{ add_ons: [], other_items: [], add_ons_subtotal: 0, scheduled_payments: [], security_deposit: null },
  }
}
