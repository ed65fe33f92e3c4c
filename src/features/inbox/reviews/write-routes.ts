import {
  GuestReviewBody,
  GuestReviewed,
  ReviewReplied,
  ReviewReplyBody,
} from '../../../contract/review-write.ts'
import { RouteReply } from '../../../http/route.ts'
import { airbnbFailures, bookingFailures, otherChannelFailures } from '../../../upstream/account-failures.ts'
import { DryRun } from '../../../http/params/dry-run.ts'
import { idParams } from '../../../http/params/path-id.ts'
import { route } from '../../route.ts'
import { reviewGuest } from './review-guest.ts'
import { replyToReview } from './reply-to-review.ts'

export const reviewWriteRoutes = [
  route({
    method: 'POST',
    url: '/v1/reviews/:id/reply',
    id: 'replyToReview',
    family: 'reviews',
    ofListings: 'narrows',
    tag: 'Reviews',
    summary: 'Reply to a review',
    description:
      'Works at Airbnb, Booking.com and Vrbo, and where the PMS of the review relays replies. A reply is public and cannot be changed.',
    params: idParams('review'),
    query: DryRun,
    body: ReviewReplyBody,
    reply: ReviewReplied,
    status: 201,
    otherStatus: 200,
    errors: [
      'listing_inactive',
      'already_replied',
      'reply_not_allowed',
      'unsupported_channel',
      'pms_write_unsupported',
      'insufficient_access',
      'connection_reauth_required',
      'no_connection',
      'pms_rejected',
      'pms_error',
      'unsupported_field',
      ...airbnbFailures,
      ...bookingFailures,
      ...otherChannelFailures,
    ],
    statuses: { no_connection: 409 },
    handle: async (context) => {
      const dryRun = context.query.dry_run === true
      const replied = await replyToReview(context, context.params.id, context.body, dryRun)
      return new RouteReply(replied, { status: dryRun ? 200 : 201 })
    },
  }),

  route({
    method: 'POST',
    url: '/v1/reviews/:id/guest-review',
    id: 'reviewGuest',
    family: 'reviews',
    ofListings: 'narrows',
    tag: 'Reviews',
    summary: 'Review a guest',
    description:
      'Hands in an open review of the host, where the account of the review takes it: Airbnb does. It is final, and possible for 14 days after check-out.',
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
      'insufficient_access',
      'connection_reauth_required',
      'no_connection',
      'pms_error',
      ...airbnbFailures,
    ],
    statuses: { no_connection: 409 },
    handle: (context) =>
      reviewGuest(context, context.params.id, context.body, context.query.dry_run === true),
  }),
]
