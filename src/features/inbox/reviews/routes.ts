import { Type } from 'typebox'
import { oneOfStrings } from '../../../contract/fields.ts'
import { Review, reviewPlatforms } from '../../../contract/review.ts'
import { listOf } from '../../../contract/shared.ts'
import { listPage, listQuery } from '../../../http/list.ts'
import { AccountFilter, parseAccount } from '../../account-filter.ts'
import { assertListingActive } from '../../../records/listings/active.ts'
import { IdFilter, idParams } from '../../path-id.ts'
import { route } from '../../route.ts'
import { toReview, toReviewRow } from './map.ts'
import { newestFirst } from './orderings.ts'
import { review, reviews, reviewTotal } from './queries.ts'

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
