import type { FastifyInstance } from 'fastify'
import { isDay } from '../kit/clock.ts'
import { known } from '../kit/asked.ts'
import { ControlError } from '../kit/control-error.ts'
import { readObject } from '../kit/fields.ts'
import { takeGuestBookings } from '../kit/world/guest-bookings.ts'
import type { World } from '../kit/world/world.ts'
import { closing, type Calendar } from './calendar.ts'
import type { PlumguideKinds } from './projection.ts'
import type { Booking, Listing } from './records.ts'

/** Calls for what guests and hosts do on the vendor's own pages. */
export function guestCalls(app: FastifyInstance, world: World<PlumguideKinds>, calendar: Calendar): void {
  const listingOf = (id: unknown): Listing => known(world.homes.get(id), `no listing ${String(id)}`)

  takeGuestBookings(app, world, {
    shownNights: (listing, range) => calendar.shownNights(listing, range),
    toFields: ({ home, arrival, departure }) => ({
      ...{ listingId: home.id, checkIn: arrival, checkOut: departure },
    }),
    toOutcome: ({ status, bookingCode: id }) => ({
      outcome: status === 'Requested' ? 'requested' : 'booked',
      id,
    }),
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
