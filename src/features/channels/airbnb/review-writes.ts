/** Answers to reviews, and reviews of guests, through the acts that every channel's reviews share. */
import type { AirbnbReviewWritten } from '../../../contract/channel-airbnb-reviews.ts'
import type { GuestReviewBody, GuestReviewed, ReviewReplied } from '../../../contract/review-write.ts'
import { ApiError } from '../../../platform/api-error.ts'
import { replyToReview, reviewGuest } from '../../inbox/public.ts'
import type { Writing } from '../../route.ts'
import { askedAccounts } from './accounts.ts'
import { asAirbnb } from './errors.ts'
import { isChannelReview } from './review-queries.ts'

async function assertOfAirbnb({ services, scope }: Writing, id: string): Promise<void> {
  const { connectionIds } = await askedAccounts(services, scope)
  if (await isChannelReview(services.db, scope, id, connectionIds)) return
  throw new ApiError('not_found', `No Airbnb review ${id} in this workspace.`)
}

const dryRunOf = ({ dryRun }: { dryRun?: true }) => (dryRun ? { dryRun } : {})

export async function respond(
  context: Writing,
  id: string,
  response: string,
  dryRun: boolean,
): Promise<AirbnbReviewWritten> {
  await assertOfAirbnb(context, id)
  const shown = (done: ReviewReplied): AirbnbReviewWritten => ({
    id,
    submitted: done.dryRun !== true,
    ...dryRunOf(done),
  })
  return asAirbnb(context, shown, (write) => replyToReview(write, id, { response }, dryRun))
}

export async function submitReview(
  context: Writing,
  id: string,
  review: GuestReviewBody,
  dryRun: boolean,
): Promise<AirbnbReviewWritten> {
  await assertOfAirbnb(context, id)
  const shown = (done: GuestReviewed): AirbnbReviewWritten => ({
    id,
    submitted: done.submitted,
    ...dryRunOf(done),
  })
  return asAirbnb(context, shown, (write) => reviewGuest(write, id, review, dryRun))
}
