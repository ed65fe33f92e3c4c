import { shownStatus, shownColumns } from '../../records/inquiries/queries.ts'
import { sql, type RawBuilder } from 'kysely'
import type { PageRequest } from '../../http/list.ts'
import { from, type Queryable, type Scope } from '../../platform/tenant.ts'
import { onActiveListing } from '../../records/listings/active-sql.ts'

export interface InquiryFilters {
  /** The status shown, not the stored one; absent for all. */
  status?: string
  listing_id?: string
  conversation_id?: string
  now: Date
}

function conditions(scope: Scope, filters: InquiryFilters): RawBuilder<boolean>[] {
  const ids = ['listing_id', 'conversation_id'] as const
  return [
    onActiveListing(scope, sql.ref('inquiries.listing_id')),
    ...(filters.status ? [sql<boolean>`${shownStatus(filters.now)} = ${filters.status}`] : []),
    ...ids
      .filter((name) => filters[name] !== undefined)
      .map((name) => sql<boolean>`${sql.ref(`inquiries.${name}`)} = ${filters[name]}::bigint`),
  ]
}

export async function inquiries(db: Queryable, scope: Scope, filters: InquiryFilters, page: PageRequest) {
  return from(db, scope, 'inquiries')
    .select(shownColumns(filters.now))
    .where((eb) => eb.and([...conditions(scope, filters), ...(page.after ? [page.after] : [])]))
    .orderBy(page.orderBy as RawBuilder<string>)
    .limit(page.limit)
    .offset(page.offset)
    .execute()
}

export async function inquiryTotal(db: Queryable, scope: Scope, filters: InquiryFilters): Promise<number> {
  const row = await from(db, scope, 'inquiries')
    .select(sql<string>`count(*)`.as('total'))
    .where((eb) => eb.and(conditions(scope, filters)))
    .executeTakeFirstOrThrow()
  return Number(row.total)
}

/** The listing a conversation is about; undefined when there is no such conversation. */
export async function conversationListing(db: Queryable, scope: Scope, conversationId: string) {
  return from(db, scope, 'conversations')
    .select('conversations.listing_id')
    .where('conversations.id', '=', conversationId)
    .executeTakeFirst()
}
