import type { FastifyInstance } from 'fastify'
import { ControlError } from '../kit/control-error.ts'
import { readObject, refuseUnknown } from '../kit/fields.ts'
import type { Account } from './account.ts'
import { changeHotel, setNightsByHand } from './extranet.ts'
import { guestBooks } from './guest.ts'

/** What people do at this channel, beside what every vendor's control interface has. */
export function bookingControl(app: FastifyInstance, account: Account): void {
  app.post('/guest/bookings', (request, reply) => reply.code(201).send(guestBooks(account, request.body)))
  app.post('/extranet/nights', (request) => setNightsByHand(account, request.body))
  app.patch<{ Params: { id: string } }>('/extranet/hotels/:id', (request) =>
    changeHotel(account, request.params.id, request.body),
  )
  app.post('/queue', (request, reply) => reply.code(201).send(tellAgain(account, request.body)))
}

/** Puts a reservation into a queue, whatever was told and acknowledged of it before. */
function tellAgain(account: Account, input: unknown): object {
  const body = readObject(input)
  refuseUnknown(body, ['reservation_id', 'queue'])
  const { reservation_id, queue } = body
  if (queue !== 'new' && queue !== 'modify') throw new ControlError('queue is new or modify')
  const { id } = account.reservation(String(reservation_id))
  account.queue.tell(id, queue)
  return { reservation_id: id, queue }
}
