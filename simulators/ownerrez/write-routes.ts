import type { FastifyInstance } from 'fastify'
import { isDay, nextDay, type SimulatorClock } from '../kit/clock.ts'
import { readObject } from '../kit/fields.ts'
import { textParam, type Query } from '../kit/query.ts'
import { heldOr, refuse, sendAnswer } from '../kit/server.ts'
import type { Account } from './account.ts'
import { invalid, notFound, page, utc } from './answers.ts'
import { nightPrice } from './calendar.ts'
import type { Property } from './records.ts'
import { firstGuestId } from './seed.ts'
import type { Store } from './store.ts'

/** Guests who came with a booking have no known creation day. */
const unknownDay = '2020-01-01T00:00:00Z'

type WriteByIdRequest = { Params: { id: string } }

const bookingNames = [
  'property_id',
  'guest_id',
  'arrival',
  'departure',
  'adults',
  'children',
  'infants',
  'pets',
  'notes',
]
const guestNames = ['first_name', 'last_name', 'email_addresses', 'phones', 'addresses', 'notes', 'opt_out']

/** Routes that write bookings, guests, quotes and spot rates. The vendor books taken nights without complaint. */
export function writeRoutes(app: FastifyInstance, account: Account, clock: SimulatorClock): void {
  const { store } = account
  const property = (id: unknown): Property | undefined => store.properties.get(Number(id))

  app.post('/bookings', (request, reply) => {
    const body = readObject(request.body)
    const problem = unknownName(body, bookingNames) ?? problemOfStay(body)
    if (problem !== undefined) refuse(invalid(problem))
    const home = heldOr(property(body.property_id), invalid('property_id is not valid.'))
    const guest = heldOr(
      body.guest_id === undefined ? null : store.guests.get(Number(body.guest_id)),
      invalid('guest_id is not valid.'),
    )
    const charges = chargesOf(store, home, String(body.arrival), String(body.departure))
    return reply.code(201).send(account.make(home, { ...body, guest }, charges))
  })

  app.patch<WriteByIdRequest>('/bookings/:id', (request, reply) => {
    const booking = heldOr(store.bookings.get(Number(request.params.id)), notFound)
    const body = readObject(request.body)
    const dates = { arrival: booking.arrival, departure: booking.departure, ...body }
    const problem = unknownName(body, bookingNames.slice(1)) ?? problemOfStay(dates)
    if (problem !== undefined) refuse(invalid(problem))
    return reply.send(account.change(request.params.id, body))
  })

  app.post('/quotes', (request, reply) => {
    const body = readObject(request.body)
    const problem = problemOfStay(body)
    const home = property(body.property_id)
    if (problem !== undefined || home === undefined) refuse(invalid(problem ?? 'property_id'))
    const charges = chargesOf(store, home, String(body.arrival), String(body.departure))
    const total_amount = Math.round(charges.reduce((sum, { amount }) => sum + amount, 0) * 100) / 100
    return reply.send({
      id: 0,
      property_id: home.id,
      currency_code: home.currency_code,
      charges,
      total_amount,
    })
  })

  app.post('/guests', (request, reply) => {
    const body = readObject(request.body)
    const problem = unknownName(body, guestNames)
    if (problem !== undefined || !body.first_name) refuse(invalid(problem ?? 'first_name is required.'))
    const guest = { id: store.nextId('guest', firstGuestId), created_utc: utc(clock.nowMs()), ...body }
    store.guests.set(guest.id, guest)
    return reply.code(201).send(guest)
  })

  app.get<{ Querystring: Query }>('/guests', ({ query }, reply) => {
    const since = textParam(query, 'created_since_utc')
    const guests = [...store.guests.values()].filter(
      ({ created_utc }) =>
        since === undefined || Date.parse(String(created_utc ?? unknownDay)) >= Date.parse(since),
    )
    return reply.send(page(guests, '/guests', query))
  })

  app.get<WriteByIdRequest>('/guests/:id', ({ params }, reply) => {
    const guest = store.guests.get(Number(params.id))
    return guest === undefined ? sendAnswer(reply, notFound) : reply.send(guest)
  })

  app.patch<WriteByIdRequest>('/guests/:id', (request, reply) => {
    const guest = heldOr(store.guests.get(Number(request.params.id)), notFound)
    const body = readObject(request.body)
    const problem = unknownName(body, guestNames)
    if (problem !== undefined) refuse(invalid(problem))
    return reply.send(Object.assign(guest, body))
  })

  app.patch('/spotrates', (request, reply) => {
    if (!Array.isArray(request.body)) refuse(invalid('A list is expected.'))
    const rates = request.body.map(readObject)
    for (const rate of rates) {
      const home = heldOr(property(rate.property_id), invalid('property_id is not valid.'))
      if (!isDay(rate.date)) refuse(invalid('date is not valid.'))
      if (rate.currency !== home.currency_code) refuse(invalid('currency is not the property’s.'))
    }
    for (const { property_id, date, amount, min_nights } of rates) {
      const key = `${String(property_id)} ${String(date)}`
      if (typeof amount !== 'number') store.spotRates.delete(key)
      else
        store.spotRates.set(key, { amount, min_nights: typeof min_nights === 'number' ? min_nights : null })
    }
    return reply.send(rates)
  })
}

function unknownName(body: Record<string, unknown>, allowedNames: readonly string[]): string | undefined {
  const wrong = Object.keys(body).find((name) => !allowedNames.includes(name))
  return wrong === undefined ? undefined : `${wrong} is not a known field.`
}

function problemOfStay({ arrival, departure }: Record<string, unknown>): string | undefined {
  if (!isDay(arrival) || !isDay(departure)) return 'arrival and departure are required.'
  return arrival < departure ? undefined : 'departure must be after arrival.'
}

function chargesOf(
  store: Store,
  property: Property,
  arrival: string,
  departure: string,
): { type: string; amount: number; description: string }[] {
  let rent = 0
  for (let day = arrival; day < departure; day = nextDay(day)) rent += nightPrice(store, property, day)
  const cents = (amount: number) => Math.round(amount * 100) / 100
  return [
    { type: 'rent', amount: cents(rent), description: 'Rent' },
    { type: 'surcharge', amount: 60, description: 'Cleaning' },
    { type: 'tax', amount: cents(rent / 9), description: 'Lodging tax' },
  ]
}
