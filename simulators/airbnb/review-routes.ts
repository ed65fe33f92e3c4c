import type { FastifyInstance, FastifyRequest } from 'fastify'
import { secondOf } from '../kit/clock.ts'
import { textParam, type Query } from '../kit/query.ts'
import { heldOr, refuse } from '../kit/server.ts'
import { demand, emptyAnswer, notFound, page } from './answers.ts'
import type { Desk } from './desk.ts'
import { reviewCategories, type CategoryRating, type Review, type Verdict } from './reviews.ts'

type ReviewByIdRequest = { Params: { id: string } }
type ReviewBody = Verdict & { reviewee_response?: string }

export function reviewRoutes(api: FastifyInstance, desk: Desk): void {
  const { account } = desk
  const { reviews } = account
  const nowMs = () => account.nowMs()

  api.get<{ Querystring: Query }>('/listing_reviews', (request) => {
    const { query } = request
    const own = desk.hostOf(request)
    const listing = textParam(query, 'listing_id')
    const code = textParam(query, 'reservation_confirmation_code')
    const rows = [...reviews.rows.values()]
      .filter((row) => row.host_id === own && isThere(row))
      .filter((row) => listing === undefined || row.listing_id === listing)
      .filter((row) => code === undefined || row.reservation_confirmation_code === code)
    return page('listing_reviews', rows, query, (row) => reviews.shown(row))
  })

  api.get<ReviewByIdRequest>('/listing_reviews/:id', (request) => ({
    listing_review: reviews.shown(ownReview(desk, request, request.params.id)),
  }))

  api.put<ReviewByIdRequest>('/listing_reviews/:id', (request) => {
    const review = ownReview(desk, request, request.params.id)
    const { reviewee_response, ...verdict } = request.body as ReviewBody
    if (reviewee_response === undefined) {
      demandWritable(review, reviews.isClosed(review, nowMs()))
      demandWhole(verdict)
      reviews.submit(review, verdict, nowMs())
      return emptyAnswer
    }
    demand(Object.keys(verdict).length === 0, 'A response comes alone.')
    demand(review.reviewer_role === 'guest', 'Only reviews by guests are responded to.', 'not_reviewee')
    demand(!review.hidden, 'The review is not published yet.', 'review_hidden')
    demand(review.reviewee_response === null, 'The review was responded to.', 'already_responded')
    Object.assign(review, { reviewee_response, responded_at: secondOf(nowMs()) })
    return emptyAnswer
  })
}

/** A review the guest has not written yet cannot be found. */
const isThere = ({ reviewer_role, submitted }: Review) => reviewer_role === 'host' || submitted

function ownReview(desk: Desk, request: FastifyRequest, id: string): Review {
  const review = heldOr(desk.account.reviews.rows.get(id), notFound)
  return review.host_id === desk.hostOf(request) && isThere(review) ? review : refuse(notFound)
}

function demandWritable(review: Review, isClosed: boolean): void {
  demand(review.reviewer_role === 'host', 'This is not a review by the host.', 'not_reviewer')
  demand(!review.submitted, 'The review was already submitted.', 'already_submitted')
  demand(!isClosed, 'The time for reviews is over.', 'review_expired')
}

function demandWhole({ public_review, is_reviewee_recommended, category_ratings = [] }: Verdict): void {
  demand(public_review !== undefined, 'public_review is required.', 'missing_parameter')
  demand(is_reviewee_recommended !== undefined, 'is_reviewee_recommended is required.', 'missing_parameter')
  for (const category of reviewCategories) {
    const ratings = category_ratings.filter((one) => one.category === category)
    demand(ratings.length === 1, `category_ratings needs ${category} once.`, 'missing_parameter')
  }
  for (const rating of category_ratings) {
    const isExplained = !wantsTags(rating) || (rating.review_category_tags ?? []).length > 0
    demand(isExplained, `review_category_tags are required for ${rating.category}.`, 'missing_tags')
  }
}

const wantsTags = ({ category, rating }: CategoryRating) =>
  rating < (category === 'respect_house_rules' ? 5 : 4)
