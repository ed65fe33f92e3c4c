import type { FastifyInstance } from 'fastify'
import { textParam } from '../kit/query.ts'
import type { Query } from '../kit/query.ts'
import { Refusal } from '../kit/refusal.ts'
import { heldOr } from '../kit/server.ts'
import type { Account } from './account.ts'
import { askedFor, noGuest, noReview, refusal, sorted } from './answers.ts'
import { parsed } from './filters.ts'
import { makeGuest } from './make-reservation.ts'
import { instant } from './object-ids.ts'
import { project } from './projection.ts'
import type { SentFields } from './sent-fields.ts'
import { accountId, accountName } from './store.ts'
import type { Review } from './seed-reviews.ts'

type AccountByIdRequest = { Params: { id: string }; Querystring: Query }

/** The account, its guests and its reviews: read, written down, answered. */
export function accountRoutes(app: FastifyInstance, account: Account): void {
  const { store } = account

  app.get('/accounts/me', () => ({
    _id: accountId,
    id: accountId,
    active: true,
    name: accountName,
    email: 'office@meadow-quay.example.com',
    timezone: 'Europe/London',
    currency: 'EUR',
  }))

  app.get<{ Querystring: Query }>('/guests-crud', ({ query }) => {
    const columns = textParam(query, 'columns') ?? ''
    const ids = idsWanted(textParam(query, 'filters'))
    const { limit, skip } = askedFor(query)
    const guests = sorted([...store.guests.values()], '_id').filter(({ _id }) => ids?.has(_id) ?? true)
    return {
      results: guests.slice(skip, skip + limit).map((guest) => {
        const { email: guestEmail, phone: guestPhone, ...rest } = guest
        return project({ ...rest, guestEmail, guestPhone }, columns)
      }),
      total: guests.length,
    }
  })

  app.get<AccountByIdRequest>('/guests-crud/:id', ({ params, query }) => {
    const guest = heldOr(store.guests.get(params.id), noGuest)
    return project(guest, `firstName lastName returningGuest ${textParam(query, 'fields')}`)
  })

  app.get<{ Querystring: Query }>('/reviews', ({ query }) => {
    const reviews = sorted([...store.reviews.values()].filter(reviewFilter(query)), '-updatedAt')
    const { limit, skip } = askedFor(query, 50)
    return { isRawResponse: false, data: reviews.slice(skip, skip + limit), limit, skip }
  })

  app.get<AccountByIdRequest>('/reviews/:id', ({ params }) => heldOr(store.reviews.get(params.id), noReview))

  app.put<AccountByIdRequest>('/reviews/:id/reply', ({ params, body }) => {
    const review = heldOr(store.reviews.get(params.id), noReview)
    if (review.channelId !== 'airbnb2' && review.reviewReplies.length > 0) {
      throw new Refusal(refusal(400, 'The review was answered'))
    }
    const at = instant(account.nowMs())
    const reviewReply = String((body as SentFields).reviewReply)
    review.reviewReplies.push({ status: 'COMPLETED', reviewReply, replyAt: at })
    review.updatedAt = at
    return review
  })

  app.post('/guests-crud', ({ body }) => makeGuest(store, body as SentFields, account.nowMs()))

  app.put<AccountByIdRequest>('/guests-crud/:id', ({ params, body }) => {
    const guest = heldOr(store.guests.get(params.id), noGuest)
    Object.assign(guest, body)
    guest.fullName = `${guest.firstName} ${guest.lastName}`
    return guest
  })
}

/** Documented is the form of filters, `{"field": {"@in": […]}}`; of the fields only the id is understood here. */
function idsWanted(filters: string | undefined): Set<string> | undefined {
  if (filters === undefined) return undefined
  const { _id, ...others } = parsed(filters) as { _id?: { '@in'?: unknown } }
  const ids = _id?.['@in']
  if (Array.isArray(ids) && Object.keys(others).length === 0) return new Set(ids.map(String))
  throw new Refusal(refusal(400, 'filters must be {"_id": {"@in": []}}'))
}

function reviewFilter(query: Query): (review: Review) => boolean {
  const ids = ['listingId', 'reservationId', 'externalReviewId', 'externalReservationId'] as const
  const names = ['channelId', ...ids] as const
  const conditions = names.flatMap((name) => {
    const value = textParam(query, name)
    return value === undefined ? [] : [[name, value] as const]
  })
  const [from, to] = [textParam(query, 'startDate'), textParam(query, 'endDate')]
  return (review) =>
    conditions.every(([name, value]) => review[name] === value) &&
    (from === undefined || review.updatedAt >= from) &&
    (to === undefined || review.updatedAt <= to)
}
