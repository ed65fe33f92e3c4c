import type { FastifyInstance } from 'fastify'
import { textParam } from '../kit/query.ts'
import type { Query } from '../kit/query.ts'
import { sendAnswer } from '../kit/server.ts'
import { askedFor, refusal, sorted } from './answers.ts'
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

  app.get<{ Querystring: Query }>('/guests-crud', ({ query }, reply) => {
    const columns = textParam(query, 'columns') ?? ''
    const wanted = idsWanted(textParam(query, 'filters'))
    if (typeof wanted === 'string') return sendAnswer(reply, refusal(400, wanted))
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

  app.get<WithId>('/guests-crud/:id', ({ params, query }, reply) => {
    const guest = store.guests.get(params.id)
    if (guest === undefined) return sendAnswer(reply, refusal(404, 'Guest not found', 'NOT_FOUND'))
    return project(guest, `firstName lastName returningGuest ${textParam(query, 'fields')}`)
  })

  app.get<{ Querystring: Query }>('/reviews', ({ query }) => {
    const found = sorted([...store.reviews.values()].filter(reviewFilter(query)), '-updatedAt')
    const { limit, skip } = askedFor(query, 50)
    return { isRawResponse: false, data: found.slice(skip, skip + limit), limit, skip }
  })

  app.get<WithId>('/reviews/:id', ({ params }, reply) => {
    const found = store.reviews.get(params.id)
    return found ?? sendAnswer(reply, refusal(404, 'Review not found', 'NOT_FOUND'))
  })
}

/** Documented is the form of filters, `{"field": {"@in": […]}}`; of the fields only the id is understood here. */
function idsWanted(filters: string | undefined): Set<string> | undefined | string {
  if (filters === undefined) return undefined
  try {
    const { _id, ...others } = JSON.parse(filters) as { _id?: { '@in'?: unknown } }
    const ids = _id?.['@in']
    if (!Array.isArray(ids) || Object.keys(others).length > 0) return 'filters must be {"_id": {"@in": []}}'
    return new Set(ids.map(String))
  } catch {
    return 'filters is not valid JSON'
  }
}

function reviewFilter(query: Query): (review: Review) => boolean {
  const names = [
    'listingId',
    'reservationId',
    'channelId',
    'externalReviewId',
    'externalReservationId',
  ] as const
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
