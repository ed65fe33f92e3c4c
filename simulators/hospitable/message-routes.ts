import type { FastifyInstance, FastifyReply } from 'fastify'
import { readObject } from '../kit/fields.ts'
import { RateWindow } from '../kit/rate-window.ts'
import { sendAnswer } from '../kit/server.ts'
import type { Account } from './account.ts'
import { failure, notFound } from './failure.ts'
import { utcMoment } from './moment.ts'
import type { InquiryRow, ReservationRow } from './records.ts'
import { showReview } from './views.ts'

type WithId = { Params: { uuid: string } }

const became = 'This Inquiry is now a Reservation and can be retrieved by the Reservation API.'
const mostImages = 3

/** Messages sent and reviews answered through the API. */
export function messageRoutes(app: FastifyInstance, account: Account, isLimited: boolean): void {
  const { store } = account
  // The only numbers the vendor publishes.
  const perThread = new RateWindow(2, 60_000)
  const perAccount = new RateWindow(50, 300_000)

  const send = (reply: FastifyReply, row: ReservationRow | InquiryRow, input: unknown) => {
    const { body, images = [] } = readObject(input)
    const isText = typeof body === 'string' && body.trim() !== '' && !/<\w/.test(body)
    const areImages =
      Array.isArray(images) && images.length <= mostImages && images.every((url) => URL.canParse(String(url)))
    if (!isText || !areImages) return sendAnswer(reply, failure(400, 'The body or the images are not valid.'))
    const nowMs = account.nowMs()
    const wait = Math.max(perThread.opensInMs(row.id, nowMs), perAccount.opensInMs('all', nowMs))
    if (isLimited && wait > 0) {
      const headers = { 'retry-after': String(Math.ceil(wait / 1000)) }
      return sendAnswer(reply, { ...failure(429, 'Too many messages.'), headers })
    }
    perThread.take(row.id, nowMs)
    perAccount.take('all', nowMs)
    account.reply(row, body, images.map(String))
    return sendAnswer(reply, { status: 201, body: { data: {} } })
  }

  app.post<WithId>('/reservations/:uuid/messages', ({ params, body }, reply) => {
    const row = store.reservations.get(params.uuid)
    return row === undefined ? sendAnswer(reply, notFound) : send(reply, row, body)
  })

  app.post<WithId>('/inquiries/:uuid/messages', ({ params, body }, reply) => {
    const row = store.inquiries.get(params.uuid)
    if (row !== undefined) return send(reply, row, body)
    const isBooked = [...store.reservations.values()].some(
      ({ conversation_id }) => conversation_id === params.uuid,
    )
    return sendAnswer(reply, isBooked ? failure(410, became) : notFound)
  })

  app.post<WithId>('/reviews/:uuid/respond', ({ params, body }, reply) => {
    const review = store.reviews.get(params.uuid)
    if (review === undefined) return sendAnswer(reply, notFound)
    const { response } = readObject(body)
    if (typeof response !== 'string' || response.trim() === '') {
      return sendAnswer(reply, failure(400, 'The response field is required.'))
    }
    if (!review.can_respond) return sendAnswer(reply, failure(403, 'This review cannot be responded to.'))
    review.public.response = response
    review.responded_at = utcMoment(account.nowMs())
    review.can_respond = false
    return reply.send(showReview(store, review, new Set()))
  })
}
