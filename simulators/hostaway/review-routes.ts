import type { FastifyInstance } from 'fastify'
import { bracketParam, flagParam, intParam, nonEmpty, numberParam, textParam } from '../kit/query.ts'
import type { Query } from '../kit/query.ts'
import { inOrder, rowTests } from '../kit/row-list.ts'
import { heldOr } from '../kit/server.ts'
import { notFound, page, success } from './envelope.ts'
import type { Review } from './records.ts'
import { hasText } from './reservation-list.ts'
import type { Store } from './store.ts'

const sortable = [
  ...(['id', 'listingMapId', 'reservationId', 'channelId', 'type', 'status', 'rating'] as const),
  ...(['submittedAt', 'guestName', 'arrivalDate', 'departureDate'] as const),
]

export function reviewRoutes(app: FastifyInstance, { world }: Store): void {
  app.get<{ Querystring: Query }>('/reviews', ({ query }) =>
    page(world.reviews.all().filter(reviewFilter(query)).sort(reviewOrder(query)), query),
  )

  app.get<{ Params: { id: string } }>('/reviews/:id', ({ params }) =>
    success(heldOr(world.reviews.get(params.id), notFound)),
  )
}

function reviewFilter(query: Query): (review: Review) => boolean {
  const { test, passes } = rowTests<Review>()
  // Only the bracket form is read; a plain `listingMapIds=1` is ignored and gives reviews of all listings.
  for (const [name, field] of [
    ['listingMapIds', 'listingMapId'],
    ['channelIds', 'channelId'],
    ['statuses', 'status'],
  ] as const) {
    test(nonEmpty(bracketParam(query, name)), (row, values) => values.includes(String(row[field])))
  }
  test(intParam(query, 'reservationId'), (row, id) => row.reservationId === id)
  test(textParam(query, 'type'), (row, type) => row.type === type)
  test(textParam(query, 'guestName'), (row, part) => hasText(row.guestName, part))
  test(numberParam(query, 'ratingMin'), (row, least) => row.rating !== null && row.rating >= least)
  test(numberParam(query, 'ratingMax'), (row, most) => row.rating !== null && row.rating <= most)
  test(flagParam(query, 'hasHostReply'), (row, isWanted) => Boolean(row.revieweeResponse) === isWanted)
  const departureDay = (row: Review) => (row.departureDate ?? '').slice(0, 10)
  test(textParam(query, 'departureDateStart')?.slice(0, 10), (row, day) => departureDay(row) >= day)
  test(textParam(query, 'departureDateEnd')?.slice(0, 10), (row, day) => departureDay(row) <= day)
  return passes
}

/** The newest come first by default; an unknown field is ignored. */
function reviewOrder(query: Query): (left: Review, right: Review) => number {
  const isReversed = textParam(query, 'sortOrder')?.toLowerCase() !== 'asc'
  const order = textParam(query, 'sortBy')
  const field = sortable.find((name) => name === order) ?? 'id'
  return inOrder((review) => review[field] ?? '', { isReversed })
}
