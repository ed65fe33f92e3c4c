/** Replies to a review through the PMS it came from. */
import type { Connector, VendorContext } from '../../../connector-kit/connector.ts'
import type { ReviewWrites } from '../../../connector-kit/write-operations.ts'
import type { ReviewReplied, ReviewReplyBody } from '../../../contract/review-write.ts'
import { writeOnce } from '../../../http/write-once.ts'
import { ApiError } from '../../../platform/api-error.ts'
import { countCharacters } from '../../../platform/count-characters.ts'
import { appendEvents, openWrite, type NewEvent, type Write } from '../../../platform/outbox.ts'
import type { Scope } from '../../../platform/tenant.ts'
import { actKeyFor } from '../../../upstream/acts/key.ts'
import { unsupported, vendorFailure } from '../../../upstream/errors.ts'
import { eventOf } from '../../../records/events.ts'
import { assertListingActive } from '../../../records/listings/active.ts'
import { isChannelName, toPmsField } from '../../../records/relay.ts'
import {
  actOnce,
  closeAct,
  relayAccess,
  unknownOutcome,
  type ActKinds,
  type RelayAccount,
} from '../../../upstream/acts/public.ts'
import type { Services } from '../../../services.ts'
import type { RouteWriteContext } from '../../route.ts'
import { findReview } from './find-review.ts'
import { reviewToAnswer, type AnsweredReview } from './reply-queries.ts'
import { storeReply } from '../../../records/reviews/store-queries.ts'

/** Throws `not_found` or `listing_inactive`. */
export async function findAnswerableReview(
  { db }: Services,
  scope: Scope,
  id: string,
): Promise<AnsweredReview> {
  const row = await reviewToAnswer(db, scope, id)
  if (!row) throw new ApiError('not_found', `No review ${id} in this workspace.`)
  if (row.listing_id) await assertListingActive(db, scope, row.listing_id)
  return row
}

export const channelOf = ({ platform }: AnsweredReview) => (platform === null ? {} : { channel: platform })

/** The text, and the name of its field. */
function textOf({ message, response }: ReviewReplyBody) {
  if (message !== undefined && response !== undefined) {
    throw new ApiError('invalid_body', '`message` and `response` mean the same: send one of them.', {
      field: 'response',
      value_received: response.slice(0, 200),
    })
  }
  if (message !== undefined) return { text: message, field: 'message' }
  if (response !== undefined) return { text: response, field: 'response' }
  throw new ApiError('invalid_body', '`message` is required.', { field: 'message' })
}

function assertOpen(review: AnsweredReview): void {
  if (review.reviewer_role !== 'guest') {
    throw new ApiError(
      'reply_not_allowed',
      `Review ${review.id} was written by the host; only reviews of guests are replied to.`,
      { ...channelOf(review), reason: 'own_review' },
    )
  }
  if (review.response_body === null) return
  throw new ApiError('already_replied', `Review ${review.id} has a reply already.`, channelOf(review))
}

const noRepliesError = (review: AnsweredReview, message: string) =>
  new ApiError('unsupported_channel', message, channelOf(review))

const unsignedReply = (provider: string, isChannels: boolean) =>
  isChannels
    ? new ApiError('unsupported_field', `Replies on ${provider} carry no signature.`, {
        field: 'name',
        fields: ['name'],
      })
    : unsupported(provider, 'sign a reply', ['name'])

/** The account that takes the reply, and its operations. Throws where there is none. */
function findReplies(
  services: Services,
  review: AnsweredReview,
): { relay: RelayAccount; writes: ReviewWrites } {
  const { relay } = review
  const connector = relay === null ? undefined : services.connectors[relay.provider]
  if (!connector || relay === null)
    throw noRepliesError(
      review,
      `Review ${review.id} came through no connected account, so nothing can be replied.`,
    )
  const writes = connector.operations.reviewWrites
  if (writes) return { relay, writes }
  throw isChannelName(relay.provider)
    ? noRepliesError(review, `${connector.manifest.displayName} takes no replies to reviews from here.`)
    : unsupported(relay.provider, 'reply to reviews')
}

function assertReplyFits(
  { name }: ReviewReplyBody,
  { maxLength }: ReviewWrites,
  { provider, text, field }: { provider: string; text: string; field: string },
): void {
  if (name !== undefined) throw unsignedReply(provider, isChannelName(provider))
  const length = countCharacters(text)
  if (length <= maxLength) return
  throw new ApiError(
    'invalid_body',
    `\`${field}\` has ${length} characters; ${provider} takes ${maxLength}.`,
    { field },
  )
}

export async function replyToReview(
  context: RouteWriteContext,
  id: string,
  body: ReviewReplyBody,
  dryRun: boolean,
): Promise<ReviewReplied> {
  const { services, scope } = context
  const review = await findAnswerableReview(services, scope, id)
  const { text, field } = textOf(body)
  const { relay, writes } = findReplies(services, review)
  const { provider } = relay
  assertReplyFits(body, writes, { provider, text, field })
  const access = await relayAccess(services, scope, relay, 'reviews')
  const reply = (at: Date): ReviewReplied => ({
    id,
    platform: review.platform,
    ...toPmsField({ provider, externalId: review.external_id }),
    response: { body: text, submittedAt: at.toISOString() },
  })
  const isRepetition = context.idempotencyKey !== undefined && review.response_body === text
  if (!isRepetition) assertOpen(review)
  if (dryRun) return { ...reply(services.clock.now()), dryRun: true }
  const key = actKeyFor(context.idempotencyKey)
  const kept: ReplyAct = { id, externalId: review.external_id, text }
  await actOnce(access, key, {
    kind: 'reply_to_review',
    request: [id, text],
    kept,
    async send(vendor) {
      // Repeated after a crash between the vendor's answer and its record here; any other caller is too late.
      assertOpen(await findAnswerableReview(services, scope, id))
      await writes.reply(vendor, { externalId: review.external_id, body: text })
      return {}
    },
    find: (vendor, connector) => findReply(vendor, connector, kept),
    refused: (error) =>
      error.reason === 'not_eligible'
        ? new ApiError('reply_not_allowed', error.vendorMessage ?? error.message, {
            ...channelOf(review),
            reason: 'not_eligible',
          })
        : vendorFailure(error, provider, 'reply'),
    unknown: (message, retryAfter) => unknownOutcome(provider, message, retryAfter),
  })
  return writeOnce(context, async (tx) => {
    const write = await openWrite(tx, scope, services.clock.now())
    await recordReply(write, review, text)
    await closeAct(tx, scope, key)
    return reply(write.at)
  })
}

interface ReplyAct {
  id: string
  externalId: string
  text: string
}

async function recordReply(write: Write, review: AnsweredReview, text: string): Promise<void> {
  const { tx, scope, at } = write
  const isNew = await storeReply(tx, scope, review.id, { body: text, at })
  if (isNew) await appendEvents(write, [respondedEvent(scope, review, at)])
}

export const reviewActs: Pick<ActKinds, 'reply_to_review'> = {
  reply_to_review: {
    find: (context, connector, { request }) => findReply(context, connector, request as ReplyAct),
    record: ({ services: { db, clock }, scope }, { key, request }) =>
      db.transaction().execute(async (tx) => {
        const { id, text } = request as ReplyAct
        const write = await openWrite(tx, scope, clock.now())
        const review = await reviewToAnswer(tx, scope, id)
        if (review) await recordReply(write, review, text)
        await closeAct(tx, scope, key)
      }),
  },
}

/** {}: the review shows the reply. */
async function findReply(
  context: VendorContext,
  connector: Connector,
  { externalId, text }: ReplyAct,
): Promise<object | null> {
  const found = await findReview(context, connector, externalId)
  return found?.response?.body.trim() === text.trim() ? {} : null
}

function respondedEvent(scope: Scope, review: AnsweredReview, at: Date): NewEvent {
  const { relay, external_account_id: externalAccountId } = review
  return eventOf('review.responded', {
    orderKey: `review:${review.id}`,
    listingId: review.listing_id,
    account:
      relay !== null && externalAccountId !== null
        ? { id: relay.connectionId, provider: relay.provider, externalAccountId }
        : null,
    data: {
      object: {
        id: review.id,
        channel: review.platform,
        listingId: review.listing_id,
        reservationId: review.reservation_id,
        customerId: scope.workspaceId,
        reviewerRole: 'guest',
        rating: review.rating === null ? null : Number(review.rating),
        submittedAt: review.submitted_at?.toISOString() ?? null,
      },
      respondedAt: at.toISOString(),
    },
  })
}
