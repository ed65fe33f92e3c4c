import { sql, type RawBuilder } from 'kysely'
import type { PageRequest } from '../../http/list.ts'
import { inScope, type Queryable, type Scope } from '../../platform/tenant.ts'
import { hostOf, throughAccounts, type HostOfRow } from './row-sql.ts'

export interface ReviewFilters {
  connectionIds: readonly string[]
  reviewerRole: 'guest' | 'host' | 'all'
}

/** The expression of the index: reviews without a time come last. */
export const submitted = sql`coalesce(reviews.submitted_at, '-infinity'::timestamptz)`

export interface ChannelReviewRow {
  id: string
  reservation_code: string | null
  listing_id: string | null
  host: HostOfRow
  reviewer_role: string
  rating: string | null
  public_review: string | null
  response_body: string | null
  hidden: boolean
  expires_at: Date | null
  submitted_at: Date | null
}

const conditions = ({ connectionIds, reviewerRole }: ReviewFilters): RawBuilder<boolean> =>
  sql<boolean>`${throughAccounts('reviews', connectionIds)}
    and reviews.listed_as is not null
    and ${reviewerRole === 'all' ? sql`true` : sql`reviewer_role = ${reviewerRole}`}`

export async function channelReviews(
  db: Queryable,
  scope: Scope,
  filters: ReviewFilters,
  page: PageRequest,
): Promise<ChannelReviewRow[]> {
  const { rows } = await sql<ChannelReviewRow>`
    select id, reservation_code, listing_id, ${hostOf('reviews')} as host, reviewer_role, rating, public_review,
           response_body, hidden, expires_at, submitted_at
    from reviews
    where ${inScope(scope, 'reviews')} and ${conditions(filters)} and ${page.after ?? sql`true`}
    order by ${page.orderBy} limit ${page.limit} offset ${page.offset}`.execute(db)
  return rows
}

export async function channelReviewTotal(
  db: Queryable,
  scope: Scope,
  filters: ReviewFilters,
): Promise<number> {
  const { rows } = await sql<{ total: string }>`
    select count(*) as total from reviews
    where ${inScope(scope, 'reviews')} and ${conditions(filters)}`.execute(db)
  return Number(rows[0]?.total)
}

/** Whether it came through one of these accounts. */
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
