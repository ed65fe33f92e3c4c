import { Type } from 'typebox'
import { oneOfStrings } from '../../../contract/fields.ts'
import { Review, reviewPlatforms, type ReviewCategory } from '../../../contract/review.ts'
import { listOf } from '../../../contract/shared.ts'
import { listPage, listQuery } from '../../../http/list.ts'
import { AccountFilter, parseAccount } from '../../../http/params/account-filter.ts'
import { assertListingActive } from '../../../records/listings/active.ts'
import { IdFilter, idParams } from '../../../http/params/path-id.ts'
import { route } from '../../route.ts'
import { newestFirst } from './orderings.ts'
import { review, reviews, reviewTotal, type ReviewColumns, type ReviewListRow } from './queries.ts'

/** Maps stored reviews to the records of `/v1/reviews`. Pure. */
const number = (value: string | number | null | undefined) =>
  value === null || value === undefined ? null : Number(value)

/** A stored category; its rating may be decimal text. */
type StoredCategory = { category: string; rating?: string | number | null; comment?: string | null }

const toCategory = ({ category, rating, comment }: StoredCategory): ReviewCategory => ({
  category,
  rating: number(rating),
  comment: comment ?? null,
})

const toResponse = (row: ReviewColumns): Review['response'] =>
  row.response_body === null
    ? null
    : { body: row.response_body, submittedAt: row.response_submitted_at?.toISOString() ?? null }

function toReview(row: ReviewColumns): Review {
  return {
    id: row.id,
    externalId: row.external_id,
    platform: row.platform as Review['platform'],
    pms: row.pms,
    listingId: row.listing_id,
    providerPropertyId: row.provider_property_id,
    reservationId: row.reservation_id,
    reservationConfirmationCode: row.reservation_code,
    guestId: row.guest_id,
    guestName: row.guest_name,
    guestAvatar: row.guest_avatar,
    reviewerRole: row.reviewer_role as Review['reviewerRole'],
    rating: number(row.rating),
    categories: (row.categories as StoredCategory[]).map(toCategory),
    publicReview: row.public_review,
    privateFeedback: row.private_feedback,
    isRevieweeRecommended: row.is_reviewee_recommended,
    response: toResponse(row),
    submittedAt: row.submitted_at?.toISOString() ?? null,
    updatedAt: row.updated_at.toISOString(),
    expiresAt: row.expires_at?.toISOString() ?? null,
    hidden: row.hidden,
    language: row.language,
  }
}

const toReviewRow = (row: ReviewListRow): Review => ({ ...toReview(row), account: row.account })

const rating = (description: string) =>
  Type.Optional(
    Type.Number({
      minimum: 0,
      maximum: 5,
      description: `${description} Reviews without a rating never match.`,
    }),
  )

const ListReviews = listQuery(
  {
    account: AccountFilter,
    platform: Type.Optional(oneOfStrings(reviewPlatforms, { description: 'Only reviews of this channel.' })),
    listing_id: IdFilter('Only reviews about this listing.'),
    rating_min: rating('Rated this or better.'),
    rating_max: rating('Rated this or worse.'),
    status: Type.Optional(
      oneOfStrings(['responded', 'unanswered', 'all'], {
        description: 'Whether there is a reply. Default `all`.',
      }),
    ),
    reviewer_role: Type.Optional(
      oneOfStrings(['guest', 'host', 'all'], { description: 'Who wrote it. Default `guest`.' }),
    ),
  },
  { defaultLimit: 20 },
)

export const reviewRoutes = [
  route({
    method: 'GET',
    url: '/v1/reviews',
    shaped: 'review',
    versioned: 'by records',
    id: 'listReviews',
    family: 'reviews',
    ofListings: 'narrows',
    tag: 'Reviews',
    summary: 'List reviews',
    description:
      'The newest first; those whose source gives no time come last. Reviews about inactive listings are left out.',
    query: ListReviews,
    queryAliases: {
      listingId: 'listing_id',
      reviewerRole: 'reviewer_role',
      ratingMin: 'rating_min',
      ratingMax: 'rating_max',
    },
    reply: listOf(Review),
    errors: ['listing_inactive'],
    handle: async (context) => {
      const { services, scope, query, fail } = context
      const { account, reviewer_role = 'guest', rating_min, rating_max } = query
      if (rating_min !== undefined && rating_max !== undefined && rating_min > rating_max) {
        fail('invalid_params', '`rating_min` must not be greater than `rating_max`.', {
          field: 'rating_min',
          value_received: rating_min,
        })
      }
      if (query.listing_id) await assertListingActive(services.db, scope, query.listing_id)
      const filters = { ...query, reviewer_role, account: parseAccount(account) }
      return listPage(context, {
        defaultLimit: 20,
        ordering: newestFirst,
        rows: (page) => reviews(services.db, scope, filters, page),
        total: () => reviewTotal(services.db, scope, filters),
        item: toReviewRow,
      })
    },
  }),

  route({
    method: 'GET',
    url: '/v1/reviews/:id',
    shaped: 'review',
    versioned: 'by records',
    id: 'getReview',
    family: 'reviews',
    ofListings: 'narrows',
    tag: 'Reviews',
    summary: 'Get a review',
    description: 'One review, in the same shape as in the list.',
    params: idParams('review'),
    reply: Review,
    errors: ['listing_inactive'],
    handle: async ({ services, scope, params, fail }) => {
      const row = await review(services.db, scope, params.id)
      if (!row) return fail('not_found', `No review ${params.id} in this workspace.`)
      if (row.listing_id) await assertListingActive(services.db, scope, row.listing_id)
      return toReview(row)
    },
  }),
]
