import {
  GuestReviewBody,
  guestReviewCategories,
  GuestReviewed,
  ReviewReplied,
  ReviewReplyBody,
} from '../../contract/review-write.ts'
import { Reply } from '../../http/route.ts'
import { ApiError } from '../../platform/api-error.ts'
import { DryRun } from '../dry-run.ts'
import { idParams } from '../path-id.ts'
import { route } from '../route.ts'
import { channelOf, replyToReview, reviewOf } from './reply.ts'
import type { AnsweredReview } from './reply-queries.ts'

function assertGuestReview(body: GuestReviewBody): void {
  if ((body.publicReview === undefined) === (body.comment === undefined)) {
    throw new ApiError('invalid_body', '`publicReview` is required, and `comment` means the same.', {
      field: 'publicReview',
    })
  }
  const rated = new Set(body.categoryRatings.map(({ category }) => category))
  const missing = guestReviewCategories.find((category) => !rated.has(category))
  if (missing === undefined) return
  throw new ApiError('invalid_body', `\`categoryRatings\` does not rate \`${missing}\`.`, {
    field: 'categoryRatings',
    valid_values: [...guestReviewCategories],
  })
}

/** Throws what stands in the way of a review of the guest, whatever the channel. */
function assertForm(review: AnsweredReview, now: Date): void {
  if (review.reviewer_role !== 'host') {
    throw new ApiError('not_host_review', `Review ${review.id} was written by the guest.`, channelOf(review))
  }
  if (review.submitted_at !== null) {
    throw new ApiError('review_already_submitted', undefined, channelOf(review))
  }
  if (review.expires_at !== null && review.expires_at <= now) {
    throw new ApiError('review_window_closed', undefined, channelOf(review))
  }
}

export const reviewWriteRoutes = [
  route({
    method: 'POST',
    url: '/v1/reviews/:id/reply',
    id: 'replyToReview',
    tag: 'Reviews',
    summary: 'Reply to a review',
    description: 'Works where the PMS of the review relays replies. A reply is public and cannot be changed.',
    params: idParams('review'),
    query: DryRun,
    body: ReviewReplyBody,
    reply: ReviewReplied,
    status: 201,
    errors: [
      'listing_inactive',
      'already_replied',
      'reply_not_allowed',
      'unsupported_channel',
      'pms_write_unsupported',
      'connection_reauth_required',
      'no_connection',
      'pms_rejected',
      'pms_error',
    ],
    handle: async (context) => {
      const dryRun = context.query.dry_run === true
      const replied = await replyToReview(context, context.params.id, context.body, dryRun)
      return new Reply(replied, { status: dryRun ? 200 : 201 })
    },
  }),

  route({
    method: 'POST',
    url: '/v1/reviews/:id/guest-review',
    id: 'reviewGuest',
    tag: 'Reviews',
    summary: 'Review a guest',
    description:
      'Hands in an open review of the host. No PMS relays it: everything is checked, and `unsupported_channel` answers what is in order.',
    params: idParams('review'),
    query: DryRun,
    body: GuestReviewBody,
    reply: GuestReviewed,
    errors: [
      'listing_inactive',
      'not_host_review',
      'review_already_submitted',
      'review_window_closed',
      'unsupported_channel',
    ],
    handle: async ({ services, scope, params, body, fail }) => {
      const review = await reviewOf(services, scope, params.id)
      assertGuestReview(body)
      assertForm(review, services.clock.now())
      return fail(
        'unsupported_channel',
        'No connected channel or PMS takes reviews of guests.',
        channelOf(review),
      )
    },
  }),
]
