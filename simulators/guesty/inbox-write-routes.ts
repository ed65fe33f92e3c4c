import type { FastifyInstance } from 'fastify'
import { found, Refusal } from '../kit/refusal.ts'
import type { Account } from './account.ts'
import { noConversation, noGuest, noReview, refusal } from './answers.ts'
import type { Inbox } from './inbox.ts'
import { makeGuest } from './make-reservation.ts'
import { instant } from './object-ids.ts'
import type { Sent } from './sent-fields.ts'

type WithId = { Params: { id: string } }

/** Messages sent, reviews answered, guests written down. */
export function inboxWriteRoutes(app: FastifyInstance, account: Account, inbox: Inbox): void {
  const { store } = account

  app.post<WithId>('/communication/conversations/:id/send-message', ({ params, body }) => {
    const conversation = found(store.conversations.get(params.id), noConversation)
    const sent = body as { module: { type: string }; body: string }
    const { type } = sent.module
    if (conversation.type === 'owner' && type === 'airbnb2') {
      throw new Refusal(refusal(400, 'airbnb2 is no way to an owner'))
    }
    const post = inbox.write({ conversationId: conversation._id, body: sent.body, isIncoming: false })
    post.module.type = type
    return { status: 200, data: post }
  })

  app.put<WithId>('/reviews/:id/reply', ({ params, body }) => {
    const review = found(store.reviews.get(params.id), noReview)
    if (review.channelId !== 'airbnb2' && review.reviewReplies.length > 0) {
      throw new Refusal(refusal(400, 'The review was answered'))
    }
    const at = instant(account.nowMs())
    const reviewReply = String((body as Sent).reviewReply)
    review.reviewReplies.push({ status: 'COMPLETED', reviewReply, replyAt: at })
    review.updatedAt = at
    return review
  })

  app.post('/guests-crud', ({ body }) => makeGuest(store, body as Sent, account.nowMs()))

  app.put<WithId>('/guests-crud/:id', ({ params, body }) => {
    const guest = found(store.guests.get(params.id), noGuest)
    Object.assign(guest, body)
    guest.fullName = `${guest.firstName} ${guest.lastName}`
    return guest
  })
}
