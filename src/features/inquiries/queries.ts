import { sql, type RawBuilder } from 'kysely'
import type { PageRequest } from '../../http/list.ts'
import { from, type Queryable, type Scope } from '../../platform/tenant.ts'
import { onActiveListing } from '../listings/public.ts'

export interface InquiryFilters {
  /** The status shown, not the stored one; absent for all. */
  status?: string
  listing_id?: string
  conversation_id?: string
  now: Date
}

/** An inquiry nobody booked from reads as expired once its time has run out, in filters and totals too. */
export const shownStatus = (now: Date) => sql<string>`case
  when inquiries.status in ('open', 'pre_approved', 'special_offer_sent') and inquiries.lapses_at <= ${now} then 'expired'
  else inquiries.status end`

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

const shownColumns = (now: Date) =>
  [
    'inquiries.id',
    'inquiries.conversation_id',
    'inquiries.listing_id',
    'inquiries.channel',
    shownStatus(now).as('status'),
    'inquiries.check_in',
    'inquiries.check_out',
    'inquiries.guests',
    'inquiries.expected_payout_amount',
    'inquiries.expected_payout_currency',
    'inquiries.reservation_id',
    'inquiries.relayed_by',
    'inquiries.respond_by',
    'inquiries.responded_at',
    'inquiries.created_at',
    'inquiries.updated_at',
  ] as const

export async function inquiries(db: Queryable, scope: Scope, filters: InquiryFilters, page: PageRequest) {
  return from(db, scope, 'inquiries')
    .select(shownColumns(filters.now))
    .where((eb) => eb.and([...conditions(scope, filters), ...(page.after ? [page.after] : [])]))
    .orderBy(page.orderBy as RawBuilder<string>)
    .limit(page.limit)
    .offset(page.offset)
    .execute()
}

export type InquiryColumns = Awaited<ReturnType<typeof inquiries>>[number]

/** Those that may be shown, with what events about them need. */
export async function inquiriesForEvents(db: Queryable, scope: Scope, ids: readonly string[], now: Date) {
  return from(db, scope, 'inquiries')
    .leftJoin('accounts', (join) =>
      join
        .onRef('accounts.workspace_id', '=', 'inquiries.workspace_id')
        .onRef('accounts.id', '=', 'inquiries.account_id'),
    )
    .select([
      ...shownColumns(now),
      'inquiries.revision',
      'accounts.connection_id',
      'accounts.provider',
      'accounts.external_account_id',
    ])
    .where(sql<boolean>`inquiries.id = any(${ids}::bigint[])`)
    .where(onActiveListing(scope, sql.ref('inquiries.listing_id')))
    .orderBy('inquiries.id')
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
