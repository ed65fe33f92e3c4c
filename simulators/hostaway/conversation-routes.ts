import type { FastifyInstance } from 'fastify'
import { flagParam, intParam, type Query } from '../kit/query.ts'
import { heldOr, refuse } from '../kit/server.ts'
import type { WorldThread } from '../kit/world/threads.ts'
import { failure, notFound, page, success } from './envelope.ts'
import { conversationOf, type HostawayKinds } from './records.ts'
import { showReservation } from './reservation-list.ts'
import type { Store } from './store.ts'

type ConversationByIdRequest = { Params: { id: string }; Querystring: Query }
type WithMessageId = { Params: { id: string; messageId: string } }
type MessageRequest = { Params: { id: string }; Body: { body: string; communicationType?: string } }

export function conversationRoutes(app: FastifyInstance, store: Store): void {
  const threads = threadsByActivity(store)
  const threadOf = ({ id }: { id: string }) => heldOr(store.world.threads.get(id), notFound)

  app.get<{ Querystring: Query }>('/conversations', (request) => {
    const reservationId = intParam(request.query, 'reservationId')
    const isMeant = ({ stay }: Thread) => reservationId === undefined || stay.id === reservationId
    return page(threads().filter(isMeant), request.query, showConversation(request.query))
  })

  app.get<ConversationByIdRequest>('/conversations/:id', (request) => {
    return success(showConversation(request.query)(threadOf(request.params)))
  })

  app.get<ConversationByIdRequest>('/conversations/:id/messages', (request) => {
    return page(threadOf(request.params).messages.toReversed(), request.query)
  })

  app.get<WithMessageId>('/conversations/:id/messages/:messageId', (request) => {
    const { id, messageId } = request.params
    const message = threadOf({ id }).messages.find((row) => String(row.id) === messageId)
    return success(heldOr(message, notFound))
  })

  app.post<MessageRequest>('/conversations/:id/messages', (request) => {
    const { stay } = threadOf(request.params)
    const { body, communicationType = 'email' } = request.body
    if (body.trim() === '') refuse(failure(400, 'body is required'))
    return success(store.world.say(stay, { body, isIncoming: false }, { communicationType }))
  })
}

type Thread = WorldThread<HostawayKinds>

/** Returns the threads, the newest message first. */
function threadsByActivity({ world }: Store): () => readonly Thread[] {
  const lastOf = ({ messages }: Thread) => messages.at(-1)?.date ?? ''
  let sorted: Thread[] | undefined
  world.onEvent(() => (sorted = undefined))
  return () =>
    (sorted ??= world.threads.all().sort((left, right) => {
      const [one, other] = [lastOf(left), lastOf(right)]
      return one === other ? Number(right.id) - Number(left.id) : one < other ? 1 : -1
    }))
}

/** Resources, the default, add the latest message and the reservation. */
export function showConversation(query: Query): (thread: Thread) => object {
  if (flagParam(query, 'includeResources') === false) return conversationOf
  const show = showReservation({ includeResources: '0' })
  return (thread) => ({
    ...conversationOf(thread),
    conversationMessages: thread.messages.slice(-1),
    // Only here the vendor writes this number as a string.
    Reservation: { ...show(thread.stay), hostawayReservationId: String(thread.stay.id) },
  })
}
