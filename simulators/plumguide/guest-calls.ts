import type { FastifyInstance } from 'fastify'
import { isDay } from '../kit/clock.ts'
import { ControlError } from '../kit/control-error.ts'
import { readObject, refuseUnknown } from '../kit/fields.ts'
import type { Account } from './account.ts'
import { isOpen } from './calendar.ts'

/** Calls for what guests and hosts do on the vendor's own pages. */
export function guestCalls(app: FastifyInstance, account: Account): void {
  /** A guest can book only what the calendar shows as open. */
  app.post('/guests/book', ({ body }, reply) => {
    const fields = readObject(body)
    refuseUnknown(fields, ['listingId', 'arrival', 'departure'])
    const { listingId, arrival, departure } = fields
    if (!isDay(arrival) || !isDay(departure) || departure <= arrival) {
      throw new ControlError('arrival and departure must be days, in this order')
    }
    const listing = account.listing(String(listingId))
    if (!isOpen(account.store, listing, arrival, departure)) return reply.send({ outcome: 'not_open' })
    const booking = account.book({ listingId: listing.id, checkIn: arrival, checkOut: departure })
    const outcome = booking.status === 'Requested' ? 'requested' : 'booked'
    return reply.code(201).send({ outcome, id: booking.bookingCode })
  })

  app.post<{ Params: { id: string } }>('/reservations/:id/answer', ({ params, body }) => {
    const { accept } = readObject(body)
    if (typeof accept !== 'boolean') throw new ControlError('accept must be true or false')
    return account.answer(params.id, accept)
  })

  app.post<{ Params: { id: string } }>('/listings/:id/external', ({ params, body }) => {
    const { from, to } = readObject(body)
    if (!isDay(from) || !isDay(to)) throw new ControlError('from and to must be days')
    account.store.nightsOf(account.listing(params.id).id).external.push({ from, to })
    return { from, to }
  })
}
