import type { FastifyInstance } from 'fastify'
import { textParam } from '../kit/query.ts'
import type { Query } from '../kit/query.ts'
import { found, Refusal } from '../kit/refusal.ts'
import { askedFor, noGuest, noReview, refusal, sorted } from './answers.ts'
import { parsed } from './filters.ts'
import { project } from './projection.ts'
import { accountId, accountName } from './store.ts'
import type { Review } from './review-record.ts'
import type { Store } from './store.ts'

type WithId = { Params: { id: string }; Querystring: Query }

/** The account, its guests and its reviews. */
export function accountRoutes(app: FastifyInstance, store: Store): void {
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
    const wanted = idsWanted(textParam(query, 'filters'))
    const { limit, skip } = askedFor(query)
    const guests = sorted([...store.guests.values()], '_id').filter(({ _id }) => wanted?.has(_id) ?? true)
    return {
      results: guests.slice(skip, skip + limit).map((guest) => {
        const { email: guestEmail, phone: guestPhone, ...rest } = guest
        return project({ ...rest, guestEmail, guestPhone }, columns)
      }),
      total: guests.length,
    }
  })

  app.get<WithId>('/guests-crud/:id', ({ params, query }) => {
    const guest = found(store.guests.get(params.id), noGuest)
    return project(guest, `firstName lastName returningGuest ${textParam(query, 'fields')}`)
  })

  app.get<{ Querystring: Query }>('/reviews', ({ query }) => {
    const reviews = sorted([...store.reviews.values()].filter(reviewFilter(query)), '-updatedAt')
    const { limit, skip } = askedFor(query, 50)
    return { isRawResponse: false, data: reviews.slice(skip, skip + limit), limit, skip }
  })

  app.get<WithId>('/reviews/:id', ({ params }) => found(store.reviews.get(params.id), noReview))
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
  const wanted = names.flatMap((name) => {
    const value = textParam(query, name)
    return value === undefined ? [] : [[name, value] as const]
  })
  const [from, to] = [textParam(query, 'startDate'), textParam(query, 'endDate')]
  return (review) =>
    wanted.every(([name, value]) => review[name] === value) &&
    (from === undefined || review.updatedAt >= from) &&
    (to === undefined || review.updatedAt <= to)
}
