import { sql } from 'kysely'
import type { PageRequest } from '../../../http/list.ts'
import { inScope, type Queryable, type Scope } from '../../../platform/tenant.ts'
import { onReviewPage, type ReviewFilters } from '../../inbox/public.ts'
import { hostOf, throughAccounts, type RowHost } from './row-sql.ts'

export interface ChannelReviewRow {
  id: string
  external_id: string
  reservation_code: string | null
  listing_id: string | null
  host: RowHost
  reviewer_role: string
  guest_name: string | null
  rating: string | null
  public_review: string | null
  response_body: string | null
  hidden: boolean
  expires_at: Date | null
  submitted_at: Date | null
}

export async function channelReviews(
  db: Queryable,
  scope: Scope,
  filters: ReviewFilters,
  page: PageRequest,
): Promise<ChannelReviewRow[]> {
  const { rows } = await sql<ChannelReviewRow>`
    select id, external_id, reservation_code, listing_id, ${hostOf(scope, 'reviews')} as host, reviewer_role, guest_name, rating,
           public_review, response_body, hidden, expires_at, submitted_at
    from "reviews" where ${onReviewPage(scope, filters, page)} order by ${page.orderBy}`.execute(db)
  return rows
}

/** Whether the review came through one of these accounts. */
export async function isChannelReview(
  db: Queryable,
  scope: Scope,
  id: string,
  connectionIds: readonly string[],
): Promise<boolean> {
  const { rows } = await sql`
    select from reviews
    where ${inScope(scope, 'reviews')} and ${throughAccounts('reviews', connectionIds)} and id = ${id}`.execute(
    db,
  )
  return rows.length > 0
}
