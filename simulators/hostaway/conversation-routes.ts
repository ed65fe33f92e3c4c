import type { FastifyInstance } from 'fastify'
import { flagParam, intParam, type Query } from '../kit/query.ts'
import { heldOr } from '../kit/server.ts'
import { notFound, page, success } from './envelope.ts'
import type { Conversation } from './message-record.ts'
import { showReservation } from './reservation-list.ts'
import type { Store } from './store.ts'

type ConversationByIdRequest = { Params: { id: string }; Querystring: Query }
type WithMessageId = { Params: { id: string; messageId: string } }

export function conversationRoutes(app: FastifyInstance, store: Store): void {
  app.get<{ Querystring: Query }>('/conversations', (request) => {
    const reservationId = intParam(request.query, 'reservationId')
    const found = conversationsByActivity(store).filter(
      (conversation) => reservationId === undefined || conversation.reservationId === reservationId,
    )
    return page(found, request.query, showConversation(store, request.query))
  })

  app.get<ConversationByIdRequest>('/conversations/:id', (request) => {
    const conversation = heldOr(store.conversations.get(Number(request.params.id)), notFound)
    return success(showConversation(store, request.query)(conversation))
  })

  app.get<ConversationByIdRequest>('/conversations/:id/messages', (request) => {
    const conversation = heldOr(store.conversations.get(Number(request.params.id)), notFound)
    return page(store.messagesOf(conversation.id).toReversed(), request.query)
  })

  app.get<WithMessageId>('/conversations/:id/messages/:messageId', (request) => {
    const message = store.messages.get(Number(request.params.messageId))
    const isHere = message?.conversationId === Number(request.params.id)
    return success(heldOr(isHere ? message : undefined, notFound))
  })
}

/** Orders by newest message first. */
export function conversationsByActivity(store: Store): Conversation[] {
  const key = ({ messageSentOn, messageReceivedOn }: Conversation) => {
    const [sentOn, received] = [messageSentOn ?? '', messageReceivedOn ?? '']
    return sentOn > received ? sentOn : received
  }
  return [...store.conversations.values()].sort((left, right) =>
    key(left) === key(right) ? right.id - left.id : key(left) < key(right) ? 1 : -1,
  )
}

/** Resources, the default, add the latest message and the reservation. */
export function showConversation(store: Store, query: Query): (conversation: Conversation) => object {
  if (flagParam(query, 'includeResources') === false) return (conversation) => ({ ...conversation })
  const show = showReservation({ includeResources: '0' })
  return (conversation) => {
    const reservation = store.reservations.get(conversation.reservationId)
    return {
      ...conversation,
      conversationMessages: store.messagesOf(conversation.id).slice(-1),
      // Only here the vendor writes this number as a string.
      Reservation:
        reservation === undefined
          ? null
          : { ...show(reservation), hostawayReservationId: String(reservation.id) },
    }
  }
}
