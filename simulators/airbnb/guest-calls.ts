import type { FastifyInstance } from 'fastify'
import type { TSchema } from 'typebox'
import { known } from '../kit/asked.ts'
import { addDays } from '../kit/clock.ts'
import { ControlError } from '../kit/control-error.ts'
import * as is from '../kit/shape.ts'
import { mistakeIn } from '../kit/strict.ts'
import type { Account } from './account.ts'
import type { Guests, Stay } from './guests.ts'
import type { Party } from './records.ts'

type GuestByIdRequest = { Params: { id: string } }

export const stayFields = {
  arrival: is.day,
  departure: is.opt(is.day),
  nights: is.opt(is.between(1, 1125)),
  adults: is.opt(is.between(1, 99)),
  children: is.opt(is.count),
  infants: is.opt(is.count),
}
const booking = is.exactly({ listingId: is.filled, ...stayFields })
const verdict = is.exactly({ accept: is.bool })

export interface AskedStay {
  arrival: string
  departure?: string
  nights?: number
  adults?: number
  children?: number
  infants?: number
}

/** Calls for what guests do at the channel's site, and how hosts answer them there. */
export function guestCalls(account: Account, guests: Guests) {
  return (app: FastifyInstance): void => {
    app.post('/guests/book', ({ body }) => {
      const { listingId, ...rest } = read<AskedStay & { listingId: string }>(booking, body)
      return guests.book({ listingId, ...stayOf(rest) })
    })

    app.post<GuestByIdRequest>('/reservations/:id/answer', ({ params, body }) => {
      const { accept } = read<{ accept: boolean }>(verdict, body)
      const reservation = account.reservation(params.id)
      if (reservation.status_type !== 'pending') throw new ControlError('nobody waits for an answer')
      return account.shown(account.apply(reservation, { status_type: accept ? 'accept' : 'deny' }))
    })
  }
}

export function stayOf({
  arrival,
  departure,
  nights = 2,
  adults = 2,
  children = 0,
  infants = 0,
}: AskedStay): Stay {
  const party: Party = { number_of_adults: adults, number_of_children: children, number_of_infants: infants }
  const end = departure ?? addDays(arrival, nights)
  if (end <= arrival) throw new ControlError('departure must be after arrival')
  return { arrival, departure: end, party }
}

export function read<T>(schema: TSchema, body: unknown): T {
  const mistake = mistakeIn(schema, body)
  if (mistake !== undefined) throw new ControlError(mistake.text)
  return known(body as T | undefined, 'a body is required', 400)
}
