import { sql } from 'kysely'
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
           r.submitted_at, r.expires_at, ${relayOf(scope, 'r')} as relay,
           coalesce(a.external_account_id, n.external_account_id) as external_account_id
    from reviews r
    left join connections n on n.workspace_id = r.workspace_id and n.id = r.connection_id
    left join accounts a on a.workspace_id = r.workspace_id and a.id = r.account_id
    where ${inScope(scope, 'reviews', 'r')} and r.id = ${id}`.execute(db)
  return rows[0]
}
