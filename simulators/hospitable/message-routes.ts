import type { FastifyInstance } from 'fastify'
import { secondOf } from '../kit/clock.ts'
import { RateWindow } from '../kit/rate-window.ts'
import { heldOr, refuse } from '../kit/server.ts'
import { failure, noInquiry, notFound } from './failure.ts'
import { inquiryOf, reservationOf, type HospitableKinds, type HospitableWorld } from './records.ts'
import { showReview } from './views.ts'

interface MessageBody {
  body: string
  images?: string[]
}

type SendMessageRequest = { Params: { uuid: string }; Body: MessageBody }
type ReviewResponseRequest = { Params: { uuid: string }; Body: { response: string } }

const mostImages = 3

/** Routes that send messages and answer reviews. */
export function messageRoutes(app: FastifyInstance, world: HospitableWorld, isLimited: boolean): void {
  // The vendor publishes limits for messages only.
  const perThread = new RateWindow(2, 60_000)
  const perAccount = new RateWindow(50, 300_000)

  const send = (row: HospitableKinds['stay'], { body, images = [] }: MessageBody): object => {
    if (body.trim() === '' || /<\w/.test(body) || images.length > mostImages) {
      refuse(failure(400, 'The body or the images are not valid.'))
    }
    const nowMs = world.nowMs()
    const wait = Math.max(perThread.opensInMs(row.id, nowMs), perAccount.opensInMs('all', nowMs))
    if (isLimited && wait > 0) {
      const headers = { 'retry-after': String(Math.ceil(wait / 1000)) }
      refuse({ ...failure(429, 'Too many messages.'), headers })
    }
    perThread.take(row.id, nowMs)
    perAccount.take('all', nowMs)
    const attachments = images.map((url) => ({ type: 'image', url }))
    world.say(row, { body, isIncoming: false }, { attachments })
    return { data: {} }
  }

  app.post<SendMessageRequest>('/reservations/:uuid/messages', ({ params, body }, reply) => {
    const message = send(heldOr(reservationOf(world, params.uuid), notFound), body)
    return reply.code(201).send(message)
  })

  app.post<SendMessageRequest>('/inquiries/:uuid/messages', ({ params: { uuid }, body }, reply) => {
    const message = send(heldOr(inquiryOf(world, uuid), noInquiry(world, uuid)), body)
    return reply.code(201).send(message)
  })

  app.post<ReviewResponseRequest>('/reviews/:uuid/respond', ({ params, body: { response } }) => {
    const review = heldOr(world.reviews.get(params.uuid), notFound)
    if (response.trim() === '') refuse(failure(400, 'The response field is required.'))
    if (!review.can_respond) refuse(failure(403, 'This review cannot be responded to.'))
    review.public.response = response
    review.responded_at = secondOf(world.nowMs())
    review.can_respond = false
    return showReview(world, review, new Set())
  })
}
