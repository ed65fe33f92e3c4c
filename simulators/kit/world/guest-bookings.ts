/** Guests of a channel book only what it shows as open. */
import type { FastifyInstance } from 'fastify'
import { known } from '../asked.ts'
import { addDays, isDay } from '../clock.ts'
import { ControlError } from '../control-error.ts'
import type { ShownNight } from '../definition.ts'
import { readObject, refuseUnknown } from '../fields.ts'
import type { DayRange } from '../nights.ts'
import type { WorldKinds } from './projection.ts'
import type { World } from './world.ts'

interface GuestBookings<K extends WorldKinds> {
  shownNights(home: K['home'], range: DayRange): readonly ShownNight[]
  /** Names the booking in the vendor's words. */
  toFields(wish: { home: K['home']; arrival: string; departure: string }): Partial<K['stay']>
  /** Says what a guest is told, and the code of the booking. */
  toOutcome(stay: K['stay']): { outcome: string; id: string }
}

/** Adds `POST /guests/book`. */
export function takeGuestBookings<K extends WorldKinds>(
  app: FastifyInstance,
  world: World<K>,
  { shownNights, toFields, toOutcome }: GuestBookings<K>,
): void {
  app.post('/guests/book', ({ body }, reply) => {
    const fields = readObject(body)
    refuseUnknown(fields, ['listingId', 'arrival', 'departure'])
    const { listingId, arrival, departure } = fields
    if (!isDay(arrival) || !isDay(departure) || departure <= arrival) {
      throw new ControlError('arrival and departure must be days, in this order')
    }
    const home = known(world.homes.get(listingId as never), `no listing ${String(listingId)}`)
    const nights = shownNights(home, { from: arrival, to: addDays(departure, -1) })
    if (nights.some(({ left }) => left <= 0)) return reply.send({ outcome: 'not_open' })
    return reply.code(201).send(toOutcome(world.book(toFields({ home, arrival, departure }))))
  })
}
