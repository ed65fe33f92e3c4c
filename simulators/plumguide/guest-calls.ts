import type { FastifyInstance } from 'fastify'
import { isDay } from '../kit/clock.ts'
import { known } from '../kit/asked.ts'
import { ControlError } from '../kit/control-error.ts'
import { readObject, refuseUnknown } from '../kit/fields.ts'
import type { World } from '../kit/world/world.ts'
import { closing, type Calendar } from './calendar.ts'
import type { PlumguideKinds } from './projection.ts'
import type { Booking, Listing } from './records.ts'

/** Calls for what guests and hosts do on the vendor's own pages. */
export function guestCalls(app: FastifyInstance, world: World<PlumguideKinds>, calendar: Calendar): void {
  const listingOf = (id: unknown): Listing => known(world.homes.get(id), `no listing ${String(id)}`)

  /** A guest can book only what the calendar shows as open. */
  app.post('/guests/book', ({ body }, reply) => {
    const fields = readObject(body)
    refuseUnknown(fields, ['listingId', 'arrival', 'departure'])
    const { listingId, arrival, departure } = fields
    if (!isDay(arrival) || !isDay(departure) || departure <= arrival) {
      throw new ControlError('arrival and departure must be days, in this order')
    }
    const listing = listingOf(listingId)
    if (!calendar.isOpen(listing, arrival, departure)) return reply.send({ outcome: 'not_open' })
    const booking = world.book({ listingId: listing.id, checkIn: arrival, checkOut: departure })
    const outcome = booking.status === 'Requested' ? 'requested' : 'booked'
    return reply.code(201).send({ outcome, id: booking.bookingCode })
  })

  app.post<{ Params: { id: string } }>('/reservations/:id/answer', ({ params, body }) => {
    const { accept } = readObject(body)
    if (typeof accept !== 'boolean') throw new ControlError('accept must be true or false')
    return answerRequest(world, params.id, accept)
  })

  app.post<{ Params: { id: string } }>('/listings/:id/external', ({ params, body }) => {
    const { from, to } = readObject(body)
    if (!isDay(from) || !isDay(to)) throw new ControlError('from and to must be days')
    world.setNights(listingOf(params.id), { from, to }, closing('feed', world.nowMs()))
    return { from, to }
  })
}

/** The host answers through a link in the vendor's e-mail, since the API has no call for it. */
export function answerRequest(world: World<PlumguideKinds>, code: string, isApproved: boolean): Booking {
  const booking = world.stay(code)
  if (booking.status !== 'Requested') throw new ControlError(`booking ${code} waits for no answer`)
  return world.apply(booking, { status: isApproved ? 'Confirmed' : 'Declined' })
}
