import { sql } from 'kysely'
import { from, type Queryable, type Scope } from '../../platform/tenant.ts'
import { onActiveListing } from '../active-listing-sql.ts'

/** An inquiry without a booking reads as expired once its time is up, in filters and totals too. */
export const shownStatus = (now: Date) => sql<string>`case
  when inquiries.status in ('open', 'pre_approved', 'special_offer_sent') and inquiries.lapses_at <= ${now} then 'expired'
  else inquiries.status end`

export const shownColumns = (now: Date) =>
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

/** Returns inquiries of active listings, with what events about them need. */
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

/** An inquiry with the columns that the API shows. */
export type InquiryColumns = Omit<
  Awaited<ReturnType<typeof inquiriesForEvents>>[number],
  'revision' | 'connection_id' | 'provider' | 'external_account_id'
>
