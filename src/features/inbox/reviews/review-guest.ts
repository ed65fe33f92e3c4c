/** Submits the host's review of a guest to the channel; it is final. */
import type { Connector, VendorContext } from '../../../connector-kit/connector.ts'
import type { GuestReview, GuestReviews } from '../../../connector-kit/write-operations.ts'
import {
  guestReviewCategories,
  type GuestReviewBody,
  type GuestReviewed,
} from '../../../contract/review-write.ts'
import { writeOnce } from '../../../http/write-once.ts'
import { ApiError } from '../../../platform/api-error.ts'
import { openWrite } from '../../../platform/outbox.ts'
import { actKeyFor } from '../../../upstream/acts/key.ts'
import { vendorFailure } from '../../../upstream/errors.ts'
import {
  actOnce,
  closeAct,
  relayAccess,
  unknownOutcome,
  type ActKinds,
} from '../../../upstream/acts/public.ts'
import type { Services } from '../../../services.ts'
import type { RouteWriteContext } from '../../route.ts'
import { findReview } from './find-review.ts'
import { channelOf, findAnswerableReview } from './reply-to-review.ts'
import type { AnsweredReview } from './reply-queries.ts'
import { storeGuestReview } from '../../../records/reviews/store-queries.ts'

const invalidField = (message: string, field: string, extra: object = {}) =>
  new ApiError('invalid_body', message, { field, ...extra })

/** The review to submit. Throws for missing fields that every channel requires. */
function parseGuestReview(body: GuestReviewBody): GuestReview {
  const { publicReview, comment, privateFeedback, isRevieweeRecommended, categoryRatings } = body
  const words = publicReview ?? comment
  if (words === undefined || (publicReview !== undefined && comment !== undefined))
    throw invalidField('`publicReview` is required, and `comment` means the same.', 'publicReview')
  const rated = new Set(categoryRatings.map(({ category }) => category))
  const missing = guestReviewCategories.find((category) => !rated.has(category))
  if (missing !== undefined)
    throw invalidField(`\`categoryRatings\` does not rate \`${missing}\`.`, 'categoryRatings', {
      valid_values: [...guestReviewCategories],
    })
  return {
    publicReview: words,
    ...(privateFeedback === undefined ? {} : { privateFeedback }),
    isRevieweeRecommended,
    categoryRatings,
  }
}

/** Throws unless the guest can be reviewed, on any channel. */
function assertReviewable(review: AnsweredReview, now: Date): void {
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

/** Some channels require tags that explain a low rating. */
function assertExplained({ categoryRatings }: GuestReview, { tagsNeededBelow }: GuestReviews): void {
  const bare = categoryRatings.find(
    ({ category, rating, tags = [] }) => rating < tagsNeededBelow[category] && tags.length === 0,
  )
  if (bare === undefined) return
  const { category, rating } = bare
  throw invalidField(
    `A rating of ${rating} for \`${category}\` needs \`tags\` that say why: below ${tagsNeededBelow[category]} the channel asks for them.`,
    'categoryRatings',
    { value_received: rating },
  )
}

function findGuestReviewWrites({ connectors }: Services, review: AnsweredReview): GuestReviews {
  const { relay } = review
  const writes = relay === null ? undefined : connectors[relay.provider]?.operations.guestReviews
  if (writes) return writes
  throw new ApiError(
    'unsupported_channel',
    'No connected channel or PMS takes reviews of the guests of this one.',
    channelOf(review),
  )
}

interface GuestReviewAct {
  id: string
  externalId: string
  review: GuestReview
}

export async function reviewGuest(
  context: RouteWriteContext,
  id: string,
  body: GuestReviewBody,
  dryRun: boolean,
): Promise<GuestReviewed> {
  const { services, scope } = context
  const form = await findAnswerableReview(services, scope, id)
  const review = parseGuestReview(body)
  // A repeated request under the same key: the first one submitted it.
  if (context.idempotencyKey === undefined || form.reviewer_role !== 'host')
    assertReviewable(form, services.clock.now())
  const writes = findGuestReviewWrites(services, form)
  assertExplained(review, writes)
  const { relay, external_id: externalId } = form
  if (relay === null) throw new Error('a review without an account has no way to its channel')
  const access = await relayAccess(services, scope, relay, 'reviews')
  const reply: GuestReviewed = { id, externalReviewId: externalId, submitted: true }
  if (dryRun) {
    assertReviewable(form, services.clock.now())
    return { ...reply, submitted: false, dryRun: true }
  }
  const key = actKeyFor(context.idempotencyKey)
  const kept: GuestReviewAct = { id, externalId, review }
  await actOnce(access, key, {
    kind: 'review_guest',
    request: [id, review],
    kept,
    async send(vendor) {
      assertReviewable(await findAnswerableReview(services, scope, id), services.clock.now())
      await writes.submit(vendor, { externalId, ...review })
      return {}
    },
    find: (vendor, connector) => findSubmitted(vendor, connector, kept),
    refused: (error) =>
      error.reason === 'too_late'
        ? new ApiError(
            'review_window_closed',
            `${relay.provider} refused: ${error.vendorMessage ?? error.message}`,
            channelOf(form),
            { cause: error },
          )
        : vendorFailure(error, relay.provider, 'review'),
    unknown: (message, retryAfter) => unknownOutcome(relay.provider, message, retryAfter),
  })
  return writeOnce(context, async (tx) => {
    const { at } = await openWrite(tx, scope, services.clock.now())
    await storeGuestReview(tx, scope, id, { review, at })
    await closeAct(tx, scope, key)
    return reply
  })
}

/** {}: the channel shows the review as submitted. */
async function findSubmitted(
  context: VendorContext,
  connector: Connector,
  { externalId }: GuestReviewAct,
): Promise<object | null> {
  const found = await findReview(context, connector, externalId)
  return found?.submittedAt ? {} : null
}

export const guestReviewActs: Pick<ActKinds, 'review_guest'> = {
  review_guest: {
    find: (context, connector, { request }) => findSubmitted(context, connector, request as GuestReviewAct),
    record: ({ services: { db, clock }, scope }, { key, request }) =>
      db.transaction().execute(async (tx) => {
        const { id, review } = request as GuestReviewAct
        const { at } = await openWrite(tx, scope, clock.now())
        await storeGuestReview(tx, scope, id, { review, at })
        await closeAct(tx, scope, key)
      }),
  },
}
