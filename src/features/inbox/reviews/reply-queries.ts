import { sql } from 'kysely'
import type { GuestReview } from '../../../connector-kit/write-operations.ts'
import { inScope, type Queryable, type Scope } from '../../../platform/tenant.ts'
import { relayOf, type RelayAccount } from '../../../upstream/acts/public.ts'

/** A review with the account it came from. */
export interface AnsweredReview {
  id: string
  external_id: string
  platform: 'airbnb' | 'booking' | 'vrbo' | null
  listing_id: string | null
  reservation_id: string | null
  reviewer_role: string
  rating: string | null
  response_body: string | null
  submitted_at: Date | null
  expires_at: Date | null
  relay: RelayAccount | null
  external_account_id: string | null
}

export async function reviewToAnswer(
  db: Queryable,
  scope: Scope,
  id: string,
): Promise<AnsweredReview | undefined> {
  const { rows } = await sql<AnsweredReview>`
    select r.id, r.external_id, r.platform, r.listing_id, r.reservation_id, r.reviewer_role, r.rating, r.response_body,
           r.submitted_at, r.expires_at, ${relayOf('r')} as relay,
           coalesce(a.external_account_id, n.external_account_id) as external_account_id
    from reviews r
    left join connections n on n.workspace_id = r.workspace_id and n.id = r.connection_id
    left join accounts a on a.workspace_id = r.workspace_id and a.id = r.account_id
    where ${inScope(scope, 'reviews', 'r')} and r.id = ${id}`.execute(db)
  return rows[0]
}

/** false: it already has a reply. The source's own reading goes on. */
export async function storeReply(
  tx: Queryable,
  scope: Scope,
  id: string,
  { body, at }: { body: string; at: Date },
): Promise<boolean> {
  const { rows } = await sql`
    update reviews set response_body = ${body}, response_submitted_at = ${at}, updated_at = ${at}
    where workspace_id = ${scope.workspaceId} and id = ${id} and response_body is null
    returning id`.execute(tx)
  return rows.length > 0
}

/** Stores the host's review once it was submitted. */
export async function storeGuestReview(
  tx: Queryable,
  scope: Scope,
  id: string,
  { review, at }: { review: GuestReview; at: Date },
): Promise<void> {
  const categories = review.categoryRatings.map(({ category, rating, comment = null }) => ({
    category,
    rating,
    comment,
  }))
  await sql`
    update reviews
    set public_review = ${review.publicReview}, private_feedback = ${review.privateFeedback ?? null},
        is_reviewee_recommended = ${review.isRevieweeRecommended}, categories = ${JSON.stringify(categories)}::jsonb,
        submitted_at = ${at}, updated_at = ${at}
    where workspace_id = ${scope.workspaceId} and id = ${id} and submitted_at is null`.execute(tx)
}
