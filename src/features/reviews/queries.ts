import { sql, type RawBuilder } from 'kysely'
import type { PageRequest } from '../../http/list.ts'
import { from, type Queryable, type Scope } from '../../platform/tenant.ts'
import { accountJson, onAccount } from '../account-queries.ts'
import { onActiveListing } from '../../records/listings/active-sql.ts'

export interface ReviewFilters {
  account?: { provider: string; externalAccountId: string } | undefined
  /** Only what came through one of these connections. */
  connectionIds?: readonly string[]
  platform?: string
  listing_id?: string
  rating_min?: number
  rating_max?: number
  status?: 'responded' | 'unanswered' | 'all'
  reviewer_role: 'guest' | 'host' | 'all'
}

/** The expression of the index: reviews without a time come last. */
export const submitted = sql`coalesce(reviews.submitted_at, '-infinity'::timestamptz)`

const byAnswer = {
  responded: [sql<boolean>`reviews.response_body is not null`],
  unanswered: [sql<boolean>`reviews.response_body is null`],
  all: [],
}

function conditions(scope: Scope, filters: ReviewFilters): RawBuilder<boolean>[] {
  const {
    account,
    connectionIds,
    platform,
    listing_id: listingId,
    rating_min: low,
    rating_max: high,
  } = filters
  const role = filters.reviewer_role
  return [
    onActiveListing(scope, sql.ref('reviews.listing_id')),
    ...(account ? [onAccount(scope, 'reviews', account)] : []),
    ...(connectionIds ? [sql<boolean>`reviews.connection_id = any(${[...connectionIds]}::bigint[])`] : []),
    ...(platform ? [sql<boolean>`reviews.platform = ${platform}`] : []),
    ...(listingId ? [sql<boolean>`reviews.listing_id = ${listingId}::bigint`] : []),
    ...(low === undefined ? [] : [sql<boolean>`reviews.rating >= ${low}::numeric`]),
    ...(high === undefined ? [] : [sql<boolean>`reviews.rating <= ${high}::numeric`]),
    ...byAnswer[filters.status ?? 'all'],
    ...(role === 'all' ? [] : [sql<boolean>`reviews.reviewer_role = ${role}`]),
  ]
}

const columns = [
  'reviews.id',
  'reviews.external_id',
  'reviews.platform',
  'reviews.pms',
  'reviews.listing_id',
  'reviews.provider_property_id',
  'reviews.reservation_id',
  'reviews.reservation_code',
  'reviews.guest_id',
  'reviews.guest_name',
  'reviews.guest_avatar',
  'reviews.reviewer_role',
  'reviews.rating',
  'reviews.categories',
  'reviews.public_review',
  'reviews.private_feedback',
  'reviews.is_reviewee_recommended',
  'reviews.response_body',
  'reviews.response_submitted_at',
  'reviews.submitted_at',
  'reviews.updated_at',
  'reviews.expires_at',
  'reviews.hidden',
  'reviews.language',
] as const

export async function reviews(db: Queryable, scope: Scope, filters: ReviewFilters, page: PageRequest) {
  return from(db, scope, 'reviews')
    .select([...columns, accountJson('reviews').as('account')])
    .where((eb) => eb.and([...conditions(scope, filters), ...(page.after ? [page.after] : [])]))
    .orderBy(page.orderBy as RawBuilder<string>)
    .limit(page.limit)
    .offset(page.offset)
    .execute()
}

export async function reviewTotal(db: Queryable, scope: Scope, filters: ReviewFilters): Promise<number> {
  const row = await from(db, scope, 'reviews')
    .select(sql<string>`count(*)`.as('total'))
    .where((eb) => eb.and(conditions(scope, filters)))
    .executeTakeFirstOrThrow()
  return Number(row.total)
}

export async function review(db: Queryable, scope: Scope, id: string) {
  return from(db, scope, 'reviews').select(columns).where('reviews.id', '=', id).executeTakeFirst()
}

export type ReviewListRow = Awaited<ReturnType<typeof reviews>>[number]
export type ReviewColumns = NonNullable<Awaited<ReturnType<typeof review>>>
