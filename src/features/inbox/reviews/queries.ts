import { sql, type RawBuilder } from 'kysely'
import { isUsual, type PageRequest } from '../../../http/list.ts'
import { prepared } from '../../../platform/prepared-statements.ts'
import { from, isNarrowed, type Queryable, type Scope } from '../../../platform/tenant.ts'
import type { KeptCountRequest, KeptList } from '../../../records/kept-counts/kept-list.ts'
import { listedUnder, listingsInScope } from '../../../records/kept-counts/narrowed.ts'
import { cutTo, onMergedPage } from '../../../records/kept-counts/page-queries.ts'
import {
  andConditions,
  countedRows,
  keptTotal,
  onListings,
  totalOf,
} from '../../../records/kept-counts/total-queries.ts'
import { accountJson, accountTrait } from '../../../records/account-sql.ts'

export interface ReviewFilters {
  account?: { provider: string; externalAccountId: string } | undefined
  /** Only rows that came through these connections. */
  connectionIds?: readonly string[]
  platform?: string
  listing_id?: string
  rating_min?: number
  rating_max?: number
  status?: 'responded' | 'unanswered' | 'all'
  reviewer_role: 'guest' | 'host' | 'all'
}

/** Must equal the index's expression: reviews without a time come last. */
export const submitted = sql`coalesce(reviews.submitted_at, '-infinity'::timestamptz)`

const list: KeptList<'platform' | 'account' | 'connection' | 'role' | 'answer'> = {
  table: 'reviews',
  traits: ['platform', 'account', 'connection', 'role', 'answer'],
  orderedBy: ['submitted_at'],
}

const isRated = ({ rating_min: low, rating_max: high }: ReviewFilters) =>
  low !== undefined || high !== undefined

function placeOf(scope: Scope, filters: ReviewFilters): KeptCountRequest['place'] {
  const listings = listingsInScope(scope, filters.listing_id)
  if (listings) return onListings('reviews', listings)
  if (!isRated(filters)) return undefined
  const { rating_min: low, rating_max: high } = filters
  return {
    countedBy: 'rating',
    isMeant: andConditions([
      ...(low === undefined ? [] : [sql<boolean>`c.bucket >= ceil(${low}::numeric * 100)::bigint`]),
      ...(high === undefined ? [] : [sql<boolean>`c.bucket <= floor(${high}::numeric * 100)::bigint`]),
    ]),
    belongs: sql<boolean>`reviews.rating = s.bucket / 100.0`,
  }
}

function toListQuery(scope: Scope, filters: ReviewFilters): KeptCountRequest<(typeof list.traits)[number]> {
  const { account, connectionIds, platform, status = 'all', reviewer_role: role } = filters
  const place = placeOf(scope, filters)
  return {
    ...(place ? { place } : {}),
    traits: {
      ...listedUnder(scope),
      ...(account ? { account: accountTrait(scope, account) } : {}),
      ...(connectionIds ? { connection: connectionIds } : {}),
      ...(platform ? { platform: [platform] } : {}),
      ...(role === 'all' ? {} : { role: [role] }),
      ...(status === 'all' ? {} : { answer: [status] }),
    },
  }
}

/** Ratings within listings have no stored counts, so these listings' reviews are scanned. */
function ratedOnListings(scope: Scope, filters: ReviewFilters): RawBuilder<boolean>[] {
  const { rating_min: low, rating_max: high } = filters
  if (!listingsInScope(scope, filters.listing_id)) return []
  return [
    ...(low === undefined ? [] : [sql<boolean>`reviews.rating >= ${low}::numeric`]),
    ...(high === undefined ? [] : [sql<boolean>`reviews.rating <= ${high}::numeric`]),
  ]
}

/** True for the matching rows of a page. */
export const onReviewPage = (scope: Scope, filters: ReviewFilters, page: PageRequest): RawBuilder<boolean> =>
  onMergedPage(scope, list, toListQuery(scope, filters), page, { more: ratedOnListings(scope, filters) })

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
  const listQuery = toListQuery(scope, filters)
  const { role, ...others } = listQuery.traits
  const select = from(db, scope, 'reviews')
    .select([...columns, accountJson(scope, 'reviews').as('account')])
    .orderBy(page.orderBy as RawBuilder<string>)
  // Lists filtered by reviewer alone are the default, and read their index from its start.
  const isAlike = listQuery.place !== undefined || Object.keys(others).length > 0
  const rows = isAlike
    ? { merged: onReviewPage(scope, filters, page) }
    : {
        oneRange: [
          sql<boolean>`reviews.listed_as is not null`,
          ...(role ? [sql<boolean>`reviews.reviewer_role = ${filters.reviewer_role}`] : []),
        ],
        plannedOnce: isUsual(page),
      }
  return cutTo(select, page, rows).execute()
}

export const reviewTotal = (db: Queryable, scope: Scope, filters: ReviewFilters): Promise<number> => {
  const listQuery = toListQuery(scope, filters)
  const among = ratedOnListings(scope, filters)
  return totalOf(
    db,
    among.length > 0 ? countedRows(scope, list, listQuery, among) : keptTotal(scope, list, listQuery),
  )
}

export async function review(db: Queryable, scope: Scope, id: string) {
  return from(db, scope, 'reviews')
    .select(columns)
    .where('reviews.id', '=', id)
    .$if(!isNarrowed(scope), (one) => one.modifyEnd(prepared))
    .executeTakeFirst()
}

export type ReviewListRow = Awaited<ReturnType<typeof reviews>>[number]
export type ReviewColumns = NonNullable<Awaited<ReturnType<typeof review>>>
