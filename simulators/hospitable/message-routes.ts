import type { FastifyInstance } from 'fastify'
import { secondOf } from '../kit/clock.ts'
import { RateWindow } from '../kit/rate-window.ts'
import { heldOr, refuse } from '../kit/server.ts'
import type { Account } from './account.ts'
import { failure, noInquiry, notFound } from './failure.ts'
import type { InquiryRow, ReservationRow } from './records.ts'
import { showReview } from './views.ts'

interface MessageBody {
  body: string
  images?: string[]
}

type SendMessageRequest = { Params: { uuid: string }; Body: MessageBody }
type ReviewResponseRequest = { Params: { uuid: string }; Body: { response: string } }

const mostImages = 3

/** Routes that send messages and answer reviews. */
export function messageRoutes(app: FastifyInstance, account: Account, isLimited: boolean): void {
  const { store } = account
  // The vendor publishes limits for messages only.
  const perThread = new RateWindow(2, 60_000)
  const perAccount = new RateWindow(50, 300_000)

  const send = (row: ReservationRow | InquiryRow, { body, images = [] }: MessageBody): object => {
    if (body.trim() === '' || /<\w/.test(body) || images.length > mostImages) {
      refuse(failure(400, 'The body or the images are not valid.'))
    }
    const nowMs = account.nowMs()
    const wait = Math.max(perThread.opensInMs(row.id, nowMs), perAccount.opensInMs('all', nowMs))
    if (isLimited && wait > 0) {
      const headers = { 'retry-after': String(Math.ceil(wait / 1000)) }
      refuse({ ...failure(429, 'Too many messages.'), headers })
    }
    perThread.take(row.id, nowMs)
    perAccount.take('all', nowMs)
    account.reply(row, body, images)
    return { data: {} }
  }

  app.post<SendMessageRequest>('/reservations/:uuid/messages', ({ params, body }, reply) => {
    const message = send(heldOr(store.reservations.get(params.uuid), notFound), body)
    return reply.code(201).send(message)
  })

  app.post<SendMessageRequest>('/inquiries/:uuid/messages', ({ params: { uuid }, body }, reply) => {
    const message = send(heldOr(store.inquiries.get(uuid), noInquiry(store, uuid)), body)
    return reply.code(201).send(message)
  })

  app.post<ReviewResponseRequest>('/reviews/:uuid/respond', ({ params, body: { response } }) => {
    const review = heldOr(store.reviews.get(params.uuid), notFound)
    if (response.trim() === '') refuse(failure(400, 'The response field is required.'))
    if (!review.can_respond) refuse(failure(403, 'This review cannot be responded to.'))
    review.public.response = response
    review.responded_at = secondOf(account.nowMs())
    review.can_respond = false
    return showReview(store, review, new Set())
  })
}
