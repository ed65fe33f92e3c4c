import type { FastifyInstance } from 'fastify'
import { sendAnswer } from '../kit/server.ts'
import type { Account } from './account.ts'
import { refusal } from './answers.ts'
import type { Inbox } from './inbox.ts'
import { makeGuest } from './make-reservation.ts'
import { instant } from './object-ids.ts'
import type { Sent } from './sent-fields.ts'

type WithId = { Params: { id: string } }

/** Messages sent, reviews answered, guests written down. */
export function inboxWriteRoutes(app: FastifyInstance, account: Account, inbox: Inbox): void {
  const { store } = account

  app.post<WithId>('/communication/conversations/:id/send-message', ({ params, body }, reply) => {
    const conversation = store.conversations.get(params.id)
    if (conversation === undefined)
      return sendAnswer(reply, refusal(404, 'Conversation not found', 'NOT_FOUND'))
    const sent = body as { module: { type: string }; body: string }
    const { type } = sent.module
    if (conversation.type === 'owner' && type === 'airbnb2') {
      return sendAnswer(reply, refusal(400, 'airbnb2 is no way to an owner'))
    }
    const post = inbox.write({ conversationId: conversation._id, body: sent.body, isIncoming: false })
    post.module.type = type
    return { status: 200, data: post }
  })

  app.put<WithId>('/reviews/:id/reply', ({ params, body }, reply) => {
    const review = store.reviews.get(params.id)
    if (review === undefined) return sendAnswer(reply, refusal(404, 'Review not found', 'NOT_FOUND'))
    if (review.channelId !== 'airbnb2' && review.reviewReplies.length > 0) {
      return sendAnswer(reply, refusal(400, 'The review was answered'))
    }
    const at = instant(account.nowMs())
    review.reviewReplies.push({
      status: 'COMPLETED',
      reviewReply: String((body as Sent).reviewReply),
      replyAt: at,
    })
    review.updatedAt = at
    return review
  })

  app.post('/guests-crud', ({ body }) => makeGuest(store, body as Sent, account.nowMs()))

  app.put<WithId>('/guests-crud/:id', ({ params, body }, reply) => {
    const guest = store.guests.get(params.id)
    if (guest === undefined) return sendAnswer(reply, refusal(404, 'Guest not found', 'NOT_FOUND'))
    Object.assign(guest, body)
    guest.fullName = `${guest.firstName} ${guest.lastName}`
    return guest
  })
}
