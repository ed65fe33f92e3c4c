import { shownStatus, shownColumns } from '../../../records/inquiries/queries.ts'
import { sql, type RawBuilder } from 'kysely'
import type { PageRequest } from '../../../http/list.ts'
import { from, inScope, type Queryable, type Scope } from '../../../platform/tenant.ts'
import type { KeptCountRequest, KeptList } from '../../../records/kept-counts/kept-list.ts'
import { listedUnder, listingsInScope } from '../../../records/kept-counts/narrowed.ts'
import { cutTo, onMergedPage } from '../../../records/kept-counts/page-queries.ts'
import { andConditions, keptTotal, onListings, totalOf } from '../../../records/kept-counts/total-queries.ts'

export interface InquiryFilters {
  /** The shown status, not the stored one; absent: all. */
  status?: string
  listing_id?: string
  conversation_id?: string
  now: Date
}

const list: KeptList<'status' | 'connection'> = {
  table: 'inquiries',
  traits: ['status', 'connection'],
  orderedBy: ['created_at'],
}

type InquiryCondition = RawBuilder<boolean>

/** Expired inquiries that are still listed as open. Must equal the index's expression. */
const lapsed = (now: Date): InquiryCondition => sql<boolean>`(
  inquiries.listed_as[1] in ('open', 'pre_approved', 'special_offer_sent') and inquiries.lapses_at <= ${now})`

const isLapsed = (now: Date): InquiryCondition => sql<boolean>`coalesce(${lapsed(now)}, false)`

/** Filters without stored counts. */
const inConversation = ({ conversation_id: id }: InquiryFilters): InquiryCondition[] =>
  id === undefined ? [] : [sql<boolean>`inquiries.conversation_id = ${id}::bigint`]

function toListQuery(
  scope: Scope,
  { status, listing_id }: InquiryFilters,
): KeptCountRequest<'status' | 'connection'> {
  const listings = listingsInScope(scope, listing_id)
  return {
    ...(listings ? { place: onListings('inquiries', listings) } : {}),
    traits: { ...listedUnder(scope), ...(status ? { status: [status] } : {}) },
  }
}

/** Row conditions; a conversation has few inquiries. */
const conditions = (filters: InquiryFilters): InquiryCondition[] => [
  sql<boolean>`inquiries.listed_as is not null`,
  ...inConversation(filters),
  ...(filters.listing_id ? [sql<boolean>`inquiries.listing_id = ${filters.listing_id}::bigint`] : []),
  ...(filters.status ? [sql<boolean>`${shownStatus(filters.now)} = ${filters.status}`] : []),
]

/** Expired by now but not listed as such. */
const expiredSince = (filters: InquiryFilters): InquiryCondition[] => [
  ...conditions(filters),
  lapsed(filters.now),
]

export async function inquiries(db: Queryable, scope: Scope, filters: InquiryFilters, page: PageRequest) {
  const listQuery = toListQuery(scope, filters)
  const select = from(db, scope, 'inquiries')
    .select(shownColumns(filters.now))
    .orderBy(page.orderBy as RawBuilder<string>)
  const isAlike = listQuery.place !== undefined || Object.keys(listQuery.traits).length > 0
  const { now, status } = filters
  const rows =
    isAlike && filters.conversation_id === undefined
      ? {
          merged: onMergedPage(scope, list, listQuery, page, {
            more: status ? [sql<boolean>`not ${isLapsed(now)}`] : [],
            others: status === 'expired' ? [andConditions(expiredSince(filters))] : [],
          }),
        }
      : { oneRange: conditions(filters) }
  return cutTo(select, page, rows).execute()
}

const countRows = (scope: Scope, conditions: readonly InquiryCondition[]): RawBuilder<string> =>
  sql<string>`(select count(*) from inquiries where ${inScope(scope, 'inquiries')} and ${andConditions(conditions)})`

export function inquiryTotal(db: Queryable, scope: Scope, filters: InquiryFilters): Promise<number> {
  if (filters.conversation_id !== undefined) return totalOf(db, countRows(scope, conditions(filters)))
  const kept = keptTotal(scope, list, toListQuery(scope, filters))
  const { now, status } = filters
  if (status === undefined) return totalOf(db, kept)
  if (status === 'expired')
    return totalOf(db, sql<string>`${kept} + ${countRows(scope, expiredSince(filters))}`)
  const { status: _, ...others } = filters
  const past = [...conditions(others), sql<boolean>`inquiries.listed_as[1] = ${status}`, lapsed(now)]
  return totalOf(db, sql<string>`${kept} - ${countRows(scope, past)}`)
}

/** The listing a conversation is about; undefined: no such conversation. */
export async function conversationListing(db: Queryable, scope: Scope, conversationId: string) {
  return from(db, scope, 'conversations')
    .select('conversations.listing_id')
    .where('conversations.id', '=', conversationId)
    .executeTakeFirst()
}
