import type { FastifyInstance } from 'fastify'
import { ControlError } from '../kit/control-error.ts'
import { readObject, refuseUnknown } from '../kit/fields.ts'
import type { Account } from './account.ts'
import type { Contracts } from './contracts.ts'
import type { BookingRequests } from './booking-requests.ts'
import { changeHotel, setNightsByHand } from './extranet.ts'
import { guestBooks } from './guest.ts'
import type { Reviews } from './reviews.ts'
import type { Inbox } from './inbox.ts'

type ControlByIdRequest = { Params: { id: string } }

interface BookingControlDeps {
  requests: BookingRequests
  inbox: Inbox
  reviews: Reviews
  contracts: Contracts
}

/** Calls for what people do at this channel, beside those of every vendor. */
export function bookingControl(
  app: FastifyInstance,
  account: Account,
  { requests, inbox, reviews, contracts }: BookingControlDeps,
): void {
  app.post('/guest/bookings', (request, reply) =>
    reply.code(201).send(guestBooks(account, requests, request.body)),
  )
  app.post<ControlByIdRequest>('/guest/requests/:id/confirm', (request, reply) =>
    reply.code(201).send(requests.confirm(request.params.id)),
  )
  app.post('/guest/reviews', (request, reply) => reply.code(201).send(reviews.write(request.body)))
  app.post('/extranet/nights', (request) => setNightsByHand(account, request.body))
  app.patch<ControlByIdRequest>('/extranet/hotels/:id', (request) =>
    changeHotel(account, request.params.id, request.body),
  )
  app.post<ControlByIdRequest>('/extranet/contracts/:id/sign', (request) => contracts.sign(request.params.id))
  app.post('/queue', (request, reply) => reply.code(201).send(tellAgain(account, request.body)))
  app.post<ControlByIdRequest>('/messages/:id/again', (request, reply) =>
    reply.code(201).send(inbox.show(inbox.tellAgain(request.params.id))),
  )
}

/** Puts a reservation into a queue, even if it was read and acknowledged before. */
function tellAgain(account: Account, input: unknown): object {
  const body = readObject(input)
  refuseUnknown(body, ['reservation_id', 'queue'])
  const { reservation_id, queue } = body
  if (queue !== 'new' && queue !== 'modify') throw new ControlError('queue is new or modify')
  const { id } = account.reservation(String(reservation_id))
  account.queue.tell(id, queue)
  return { reservation_id: id, queue }
}
