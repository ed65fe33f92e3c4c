import type { FastifyInstance } from 'fastify'
import { isDay } from '../kit/clock.ts'
import { known } from '../kit/asked.ts'
import { ControlError } from '../kit/control-error.ts'
import { readObject, refuseUnknown } from '../kit/fields.ts'
import type { Account } from './account.ts'
import { shownNights } from './nights.ts'
import type { Notifications } from './notifications.ts'
import { toControlBooking } from './operations.ts'

/** Calls for what guests and hosts do on the vendor's own pages. */
export function guestCalls(app: FastifyInstance, account: Account, notifications: Notifications): void {
  const { store, inbox } = account

  /** A guest can book only nights without a booking. */
  app.post('/guests/book', ({ body }, reply) => {
    const fields = readObject(body)
    refuseUnknown(fields, ['listingId', 'arrival', 'departure'])
    const { listingId, arrival, departure } = fields
    if (!isDay(arrival) || !isDay(departure) || departure <= arrival)
      throw new ControlError('arrival and departure must be days, in this order')
    const property = account.property(String(listingId))
    const nights = shownNights(store, property.id, { from: arrival, to: departure }).slice(0, -1)
    if (nights.some(({ left }) => left === 0)) return reply.send({ outcome: 'not_open' })
    const booking = account.book({ propertyId: property.id, checkInDate: arrival, checkOutDate: departure })
    const outcome = booking.status === 'UNCONFIRMED' ? 'requested' : 'booked'
    return reply.code(201).send({ outcome, id: toControlBooking(booking).id })
  })

  /** A guest asks before booking. */
  app.post('/guests/ask', ({ body }, reply) => {
    const { id } = account.ask(body)
    return reply.code(201).send({ id: `inquiry.${id}`, conversationId: id })
  })

  /** Hosts answer requests in their account at Vrbo, since the API has no call for it. */
  app.post<{ Params: { id: string } }>('/reservations/:id/answer', ({ params, body }) => {
    const { accept } = readObject(body)
    if (typeof accept !== 'boolean') throw new ControlError('accept must be true or false')
    const booking = account.booking(params.id)
    if (booking.status !== 'UNCONFIRMED') throw new ControlError(`booking ${params.id} waits for no answer`)
    return toControlBooking(account.apply(booking, { status: accept ? 'BOOKED' : 'DECLINED_BY_OWNER' }))
  })

  /** A guest writes a review. */
  app.post<{ Params: { id: string } }>('/reservations/:id/review', ({ params }, reply) => {
    const review = account.reviews.add(account.booking(params.id), account.today(), account.random)
    review.response = null
    account.happenings.review(review)
    return reply.code(201).send(review)
  })

  /** Shows whether the host marked a thread as spam. */
  app.get<{ Params: { id: string } }>('/threads/:id', ({ params }) =>
    known(inbox.threads.get(params.id), `no thread ${params.id}`),
  )

  app.get('/notifications', () => ({
    types: notifications.types(),
    callbacks: [...notifications.callbacks.values()].map(
      ({ secret: _secret, apiKey: _key, ...rest }) => rest,
    ),
    subscriptions: Object.fromEntries(notifications.subscriptions),
    undelivered: [...notifications.undelivered.values()],
  }))
}
