import { Type } from 'typebox'
import { readPageOf } from '../../../contract/channel-airbnb.ts'
import {
  AirbnbReview,
  AirbnbReviewActionBody,
  airbnbReviewActions,
  AirbnbReviewRespondBody,
  AirbnbReviewWritten,
} from '../../../contract/channel-airbnb-reviews.ts'
import { oneOfStrings } from '../../../contract/fields.ts'
import { GuestReviewBody, type GuestReviewed, type ReviewReplied } from '../../../contract/review-write.ts'
import { listPage, listQuery } from '../../../http/list.ts'
import { RouteReply } from '../../../http/route.ts'
import { ApiError } from '../../../platform/api-error.ts'
import { DryRun } from '../../../http/params/dry-run.ts'
import { idParams } from '../../../http/params/path-id.ts'
import { route, type RouteWriteContext } from '../../route.ts'
import { AccountIdFilter, selectAccounts } from './accounts.ts'
import { writeErrors, asAirbnb } from './errors.ts'
import { actionIn } from './parse-action.ts'
import { newestFirst, reviewTotal, replyToReview, reviewGuest } from '../../inbox/public.ts'
import { channelReviews, type ChannelReviewRow, isChannelReview } from '../engine/review-queries.ts'

/** Replies to reviews and reviews guests through the acts that all channels share. */
async function assertAirbnbReview({ services, scope }: RouteWriteContext, id: string): Promise<void> {
  const { connectionIds } = await selectAccounts(services, scope)
  if (await isChannelReview(services.db, scope, id, connectionIds)) return
  throw new ApiError('not_found', `No Airbnb review ${id} in this workspace.`)
}

const dryRunOf = ({ dryRun }: { dryRun?: true }) => (dryRun ? { dryRun } : {})

async function respondToReview(
  context: RouteWriteContext,
  id: string,
  response: string,
  dryRun: boolean,
): Promise<AirbnbReviewWritten> {
  await assertAirbnbReview(context, id)
  const toReply = (result: ReviewReplied): AirbnbReviewWritten => ({
    id,
    submitted: result.dryRun !== true,
    ...dryRunOf(result),
  })
  return asAirbnb(context, toReply, (write) => replyToReview(write, id, { response }, dryRun))
}

async function submitReview(
  context: RouteWriteContext,
  id: string,
  review: GuestReviewBody,
  dryRun: boolean,
): Promise<AirbnbReviewWritten> {
  await assertAirbnbReview(context, id)
  const toReply = (result: GuestReviewed): AirbnbReviewWritten => ({
    id,
    submitted: result.submitted,
    ...dryRunOf(result),
  })
  return asAirbnb(context, toReply, (write) => reviewGuest(write, id, review, dryRun))
}

/** Maps stored reviews to Airbnb's terms. Pure. */
const toAirbnbReview = (row: ChannelReviewRow): AirbnbReview => ({
  id: row.id,
  reservationCode: row.reservation_code,
  listingId: row.listing_id,
  accountId: row.host.id,
  accountName: row.host.name,
  reviewerRole: row.reviewer_role as AirbnbReview['reviewerRole'],
  rating: row.rating === null ? null : Number(row.rating),
  comment: row.public_review,
  response: row.response_body,
  submitted: row.submitted_at !== null,
  hidden: row.hidden,
  expiresAt: row.expires_at?.toISOString() ?? null,
  createdAt: row.submitted_at?.toISOString() ?? null,
})

const tag = 'Airbnb'

/** Cursors name the field as these routes call it. */
const ordering = { ...newestFirst, name: 'createdAt' }

const ListReviews = listQuery(
  {
    reviewer_role: Type.Optional(
      oneOfStrings(['guest', 'host', 'all'], {
        description: 'Who writes it. Default `guest`; those of the host that are open are `host` too.',
      }),
    ),
    account_id: AccountIdFilter,
  },
  { defaultLimit: 50 },
)

const responded = [...writeErrors, 'already_replied', 'reply_not_allowed', 'channel_not_supported'] as const
const submittedErrors = [
  ...writeErrors,
  'not_host_review',
  'review_already_submitted',
  'review_window_closed',
  'channel_not_supported',
] as const

export const airbnbReviewRoutes = [
  route({
    method: 'GET',
    url: '/v1/channels/airbnb/reviews',
    id: 'listAirbnbReviews',
    family: 'reviews',
    ofListings: 'narrows',
    tag,
    summary: 'List Airbnb reviews',
    description:
      'Reviews of the connected hosts, as they were read last, the newest first; those that are not handed in come last. Those about inactive listings are left out.',
    query: ListReviews,
    reply: readPageOf(AirbnbReview),
    errors: ['not_found'],
    handle: async (context) => {
      const { services, scope, query } = context
      const { connectionIds, dataFreshness } = await selectAccounts(services, scope, query.account_id)
      const filters = { connectionIds, reviewer_role: query.reviewer_role ?? ('guest' as const) }
      const page = await listPage(context, {
        defaultLimit: 50,
        ordering,
        rows: (pageRequest) => channelReviews(services.db, scope, filters, pageRequest),
        total: () => reviewTotal(services.db, scope, filters),
        item: toAirbnbReview,
      })
      return { ...page, dataFreshness }
    },
  }),

  route({
    method: 'PUT',
    url: '/v1/channels/airbnb/reviews/:id',
    id: 'reviewAirbnbGuest',
    family: 'reviews',
    ofListings: 'narrows',
    tag,
    summary: 'Review a guest on Airbnb',
    description:
      'Hands in an open review of the host. It is final, and possible for 14 days after check-out.',
    params: idParams('review'),
    query: DryRun,
    body: GuestReviewBody,
    reply: AirbnbReviewWritten,
    errors: submittedErrors,
    statuses: { no_connection: 409 },
    handle: (context) =>
      submitReview(context, context.params.id, context.body, context.query.dry_run === true),
  }),

  route({
    method: 'POST',
    url: '/v1/channels/airbnb/reviews',
    id: 'actOnAirbnbReview',
    family: 'reviews',
    ofListings: 'narrows',
    tag,
    summary: 'Answer an Airbnb review, or review a guest',
    description: 'The older form of the two routes below; without `action` it answers.',
    query: DryRun,
    body: AirbnbReviewActionBody,
    reply: AirbnbReviewWritten,
    status: 201,
    otherStatus: 200,
    errors: [...new Set([...responded, ...submittedErrors]), 'invalid_action'],
    statuses: { no_connection: 409 },
    handle: async (context) => {
      const { body } = context
      const action = actionIn(body.action ?? 'respond', airbnbReviewActions)
      const id = String(body.reviewId)
      const dryRun = context.query.dry_run === true
      if (action === 'respond') {
        if (body.review !== undefined) throw misplaced('review', action)
        if (body.response === undefined) throw missingFieldError('response', action)
        return new RouteReply(await respondToReview(context, id, body.response, dryRun), { status: 200 })
      }
      if (body.response !== undefined) throw misplaced('response', action)
      if (body.review === undefined) throw missingFieldError('review', action)
      const result = await submitReview(context, id, body.review, dryRun)
      return new RouteReply(result, { status: dryRun ? 200 : 201 })
    },
  }),

  route({
    method: 'POST',
    url: '/v1/channels/airbnb/reviews/:id/respond',
    id: 'respondToAirbnbReview',
    family: 'reviews',
    ofListings: 'narrows',
    tag,
    summary: 'Answer an Airbnb review',
    description: 'An answer is public and cannot be changed. The same as `POST /v1/reviews/{id}/reply`.',
    params: idParams('review'),
    query: DryRun,
    body: AirbnbReviewRespondBody,
    reply: AirbnbReviewWritten,
    errors: responded,
    statuses: { no_connection: 409 },
    handle: (context) =>
      respondToReview(context, context.params.id, context.body.response, context.query.dry_run === true),
  }),
]

const missingFieldError = (field: string, action: string) =>
  new ApiError('invalid_body', `\`${field}\` is required with \`${action}\`.`, { field })
const misplaced = (field: string, action: string) =>
  new ApiError('invalid_body', `\`${field}\` does not go with \`${action}\`.`, { field })
