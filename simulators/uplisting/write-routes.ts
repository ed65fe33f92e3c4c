import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { addDays, secondOf } from '../kit/clock.ts'
import { heldOr, refuse } from '../kit/server.ts'
import { bookingDocument, invalid, invalidResource, notFound } from './answers.ts'
import type { NightQueue, SentNight } from './night-queue.ts'
import { daysOf, firstBookingId, moneyOf, ownChannel, rowOf, type UplistingWorld } from './projection.ts'
import type { Property } from './records.ts'
import type { Hooks } from './webhooks.ts'

interface BookingBody {
  data: {
    attributes: Record<'check_in' | 'check_out', string> &
      Partial<Record<'guest_name' | 'guest_email' | 'guest_phone', string>> & { number_of_guests?: number }
    relationships: { property: { data: { id: string } } }
  }
}
type WriteByPathCall = { Params: { id: string } }

export function writeRoutes(app: FastifyInstance, world: UplistingWorld, queue: NightQueue): void {
  app.post<WriteByPathCall & { Body: { calendar: { days: SentNight[] } } }>(
    '/calendar/:id',
    ({ params, body }, reply) => {
      queue.add(heldOr(world.homes.get(params.id), notFound), body.calendar.days)
      return reply.code(202).send({ request_id: randomUUID() })
    },
  )

  app.post<{ Body: BookingBody }>('/v2/bookings', ({ body: { data } }, reply) => {
    const { check_in, check_out, ...guest } = data.attributes
    const { id } = data.relationships.property.data
    const property = heldOr(world.homes.get(id), invalidResource('Property must exist'))
    queue.settle()
    requireFree(world, property, check_in, check_out)
    const stay = world.addStay({
      ...rowOf(firstBookingId + world.nextNumber('stay', 0), property),
      ...daysOf(check_in, check_out),
      ...{ guest_name: guest.guest_name ?? null, guest_email: guest.guest_email ?? null },
      ...{ guest_phone: guest.guest_phone ?? null, number_of_guests: guest.number_of_guests ?? 1 },
      ...{ channel: ownChannel, status: 'confirmed', booked_at: secondOf(world.nowMs()) },
      ...moneyOf(priceOf(world, property, check_in, check_out), ownChannel),
    })
    return reply.code(201).send(bookingDocument(stay))
  })

  app.patch<WriteByPathCall>('/v2/bookings/:id', ({ params }) => {
    const stay = heldOr(world.stays.get(params.id), notFound)
    if (stay.channel !== ownChannel) refuse(invalidResource('Only direct bookings can be cancelled'))
    return bookingDocument(stay.status === 'cancelled' ? stay : world.cancel(params.id))
  })
}

function requireFree(world: UplistingWorld, property: Property, from: string, to: string): void {
  if (from >= to) refuse(invalidResource('Check out must be after check in'))
  const nights = world.nights(property, { from, to: addDays(to, -1) })
  if (nights.some(({ left }) => left === 0)) refuse(invalidResource('Property is not available'))
}

function priceOf(world: UplistingWorld, property: Property, from: string, to: string) {
  const { place, cleaning } = world.inventedHome(property)
  const cents = (amount: number) => Math.round(amount * 100) / 100
  const rent = cents(
    world.nights(property, { from, to: addDays(to, -1) }).reduce((sum, { price }) => sum + price, 0),
  )
  const tax = cents(rent / 9)
  return { currency: place.currency, rent, cleaning, discount: 0, tax, total: cents(rent + cleaning + tax) }
}

export function hookRoutes(app: FastifyInstance, hooks: Hooks): void {
  app.get('/hooks', () => ({
    data: hooks.list().map(({ id, ...attributes }) => ({ id: String(id), type: 'hooks', attributes })),
  }))
  app.post<{ Body: { target_url: string; event: string } }>('/hooks', ({ body }, reply) => {
    if (hooks.isThere(body)) refuse(invalid('Target url has already been taken'))
    return reply.code(201).send({ id: hooks.add(body) })
  })
  app.delete<WriteByPathCall>('/hooks/:id', ({ params }, reply) => {
    if (!hooks.remove(params.id)) refuse(notFound)
    return reply.code(204).send()
  })
}
