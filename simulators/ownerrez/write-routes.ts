import type { FastifyInstance } from 'fastify'
import { addDays, secondOf } from '../kit/clock.ts'
import { blankRow, readObject } from '../kit/fields.ts'
import { textParam, type Query } from '../kit/query.ts'
import { heldOr, refuse } from '../kit/server.ts'
import type { World } from '../kit/world/world.ts'
import { invalid, notFound, page } from './answers.ts'
import { firstBookingId, type OwnerrezKinds } from './projection.ts'
import { bookingFields, type Booking, type Property } from './records.ts'

/** Guests who came with a booking have no known creation day. */
const unknownDay = '2020-01-01T00:00:00Z'

type OwnerrezGuest = Record<string, unknown> & { id: number }

type WriteByIdRequest = { Params: { id: string } }

/** Routes that write bookings, guests, quotes and spot rates. The vendor books taken nights without complaint. */
export function writeRoutes(app: FastifyInstance, world: World<OwnerrezKinds>): void {
  const { homes, stays } = world
  const newGuests = new Map<number, OwnerrezGuest>()
  const guests = (): Map<number, OwnerrezGuest> => {
    const rows = stays.all().flatMap(({ guest }) => (guest === null ? [] : [guest as OwnerrezGuest]))
    return new Map([...rows.map((guest) => [guest.id, guest] as const), ...newGuests])
  }

  app.post('/bookings', (request, reply) => {
    const body = readObject(request.body)
    requireOrder(body)
    const home = heldOr(homes.get(body.property_id), invalid('property_id is not valid.'))
    const guest = heldOr(
      body.guest_id === undefined ? null : guests().get(Number(body.guest_id)),
      invalid('guest_id is not valid.'),
    )
    const charges = chargesOf(world, home, String(body.arrival), String(body.departure))
    return reply.code(201).send(make(world, home, { ...body, guest }, charges))
  })

  app.patch<WriteByIdRequest>('/bookings/:id', (request, reply) => {
    const { arrival, departure } = heldOr(stays.get(request.params.id), notFound)
    const body = readObject(request.body)
    requireOrder({ arrival, departure, ...body })
    return reply.send(world.change(request.params.id, body))
  })

  app.post('/quotes', (request, reply) => {
    const body = readObject(request.body)
    requireOrder(body)
    const home = heldOr(homes.get(body.property_id), invalid('property_id'))
    const charges = chargesOf(world, home, String(body.arrival), String(body.departure))
    const { id: property_id, currency_code } = home
    return reply.send({ id: 0, property_id, currency_code, charges, total_amount: totalOf(charges) })
  })

  app.post('/guests', (request, reply) => {
    const body = readObject(request.body)
    const guest = { id: world.nextNumber('guest', 7_500_001), created_utc: secondOf(world.nowMs()), ...body }
    newGuests.set(guest.id, guest)
    return reply.code(201).send(guest)
  })

  app.get<{ Querystring: Query }>('/guests', ({ query }, reply) => {
    const since = textParam(query, 'created_since_utc')
    const rows = [...guests().values()].filter(
      ({ created_utc }) =>
        since === undefined || Date.parse(String(created_utc ?? unknownDay)) >= Date.parse(since),
    )
    return reply.send(page(rows, '/guests', query))
  })

  app.get<WriteByIdRequest>('/guests/:id', ({ params }, reply) => {
    return reply.send(heldOr(guests().get(Number(params.id)), notFound))
  })

  app.patch<WriteByIdRequest>('/guests/:id', (request, reply) => {
    const guest = heldOr(guests().get(Number(request.params.id)), notFound)
    return reply.send(Object.assign(guest, readObject(request.body)))
  })

  app.patch('/spotrates', (request, reply) => {
    const rates = (request.body as unknown[]).map(readObject)
    for (const rate of rates) {
      const home = heldOr(homes.get(rate.property_id), invalid('property_id is not valid.'))
      if (rate.currency !== home.currency_code) refuse(invalid('currency is not the property’s.'))
    }
    for (const { property_id, date, amount, min_nights } of rates) {
      const home = heldOr(homes.get(property_id), notFound)
      const isSet = typeof amount === 'number'
      const minNights = isSet && typeof min_nights === 'number' ? min_nights : null
      const day = String(date)
      world.setNights(home, { from: day, to: day }, { price: isSet ? amount : null, minNights })
    }
    return reply.send(rates)
  })
}

function requireOrder({ arrival, departure }: Record<string, unknown>): void {
  if (String(arrival) >= String(departure)) refuse(invalid('departure must be after arrival.'))
}

interface OwnerrezCharge {
  type: string
  amount: number
  description: string
}

const cents = (amount: number): number => Math.round(amount * 100) / 100
const totalOf = (charges: readonly OwnerrezCharge[]): number =>
  cents(charges.reduce((sum, { amount }) => sum + amount, 0))

function chargesOf(
  world: World<OwnerrezKinds>,
  property: Property,
  arrival: string,
  departure: string,
): OwnerrezCharge[] {
  const nights = world.nights(property, { from: arrival, to: addDays(departure, -1) })
  const rent = nights.reduce((sum, { price }) => sum + price, 0)
  return [
    { type: 'rent', amount: cents(rent), description: 'Rent' },
    { type: 'surcharge', amount: 60, description: 'Cleaning' },
    { type: 'tax', amount: cents(rent / 9), description: 'Lodging tax' },
  ]
}

/** A booking through the API has the fields that were sent and nothing invented. */
function make(
  world: World<OwnerrezKinds>,
  property: Property,
  fields: Partial<Booking>,
  charges: readonly OwnerrezCharge[],
): Booking {
  const [total, madeAt] = [totalOf(charges), secondOf(world.nowMs())]
  return world.addStay({
    ...(blankRow(bookingFields, firstBookingId + world.nextNumber('stay', 0)) as unknown as Booking),
    ...{ status: 'active', type: 'booking', is_block: false },
    ...{ check_in: property.check_in, check_out: property.check_out },
    ...{ adults: 1, children: 0, infants: 0, pets: 0 },
    ...{ total_amount: total, total_paid: 0, total_owed: total, total_refunded: 0, total_host_fees: 0 },
    ...{ currency_code: property.currency_code, charges },
    ...{ booked_utc: madeAt, created_utc: madeAt, updated_utc: madeAt },
    ...fields,
    property_id: property.id,
    thread_ids: [],
  })
}
