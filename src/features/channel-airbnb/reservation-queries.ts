import { sql, type RawBuilder } from 'kysely'
import type { PageRequest } from '../../http/list.ts'
import { inScope, type Queryable, type Scope } from '../../platform/tenant.ts'
import { onActiveListing } from '../../records/listings/active-sql.ts'
import { shownStatus } from '../../records/reservations/status-sql.ts'
import { guestOf, hostOf, throughAccounts, type GuestOfRow, type HostOfRow } from './row-sql.ts'

export interface BookingFilters {
  connectionIds: readonly string[]
  listing_id?: string
  status?: string
  start_date?: string
  end_date?: string
  now: Date
}

/** In the words of the channel, with those that its filter alone tells apart. */
const channelStatus = (now: Date): RawBuilder<string> => sql<string>`case ${shownStatus(now)}
  when 'completed' then 'completed'
  when 'confirmed' then 'accepted'
  when 'pending' then 'pending'
  else case when status = 'pending' or status_detail in ('declined', 'request_expired') then 'denied'
            when status_detail = 'verification_failed' then 'failed_verification'
            when status_detail = 'request_voided' then 'request_voided'
            else 'cancelled' end end`

export interface BookingRow {
  id: string
  confirmation_code: string
  listing_id: string
  account_id: string | null
  host: HostOfRow
  guest: GuestOfRow | null
  channel_status: string
  check_in: string
  check_out: string
  occupancy: { adults?: number; children?: number; total?: number } | null
  total_price: string | null
  currency: string | null
}

const columns = (
  now: Date,
) => sql`id, confirmation_code, listing_id, account_id, ${hostOf('reservations')} as host,
  ${guestOf('reservations')} as guest, ${channelStatus(now)} as channel_status, check_in, check_out, occupancy,
  total_price, currency`

function conditions(scope: Scope, filters: BookingFilters): RawBuilder<boolean> {
  const { connectionIds, listing_id, status, start_date, end_date, now } = filters
  const all = [
    throughAccounts('reservations', connectionIds),
    onActiveListing(scope, sql.ref('reservations.listing_id')),
    ...(listing_id === undefined ? [] : [sql`reservations.listing_id = ${listing_id}::bigint`]),
    ...(status === undefined ? [] : [sql`${channelStatus(now)} = ${status}`]),
    ...(start_date === undefined ? [] : [sql`reservations.check_out >= ${start_date}::date`]),
    ...(end_date === undefined ? [] : [sql`reservations.check_in <= ${end_date}::date`]),
  ]
  return sql<boolean>`${sql.join(all, sql` and `)}`
}

export async function bookings(
  db: Queryable,
  scope: Scope,
  filters: BookingFilters,
  page: PageRequest,
): Promise<BookingRow[]> {
  const { rows } = await sql<BookingRow>`
    select ${columns(filters.now)} from reservations
    where ${inScope(scope, 'reservations')} and ${conditions(scope, filters)} and ${page.after ?? sql`true`}
    order by ${page.orderBy} limit ${page.limit} offset ${page.offset}`.execute(db)
  return rows
}

export async function bookingTotal(db: Queryable, scope: Scope, filters: BookingFilters): Promise<number> {
  const { rows } = await sql<{ total: string }>`
    select count(*) as total from reservations
    where ${inScope(scope, 'reservations')} and ${conditions(scope, filters)}`.execute(db)
  return Number(rows[0]?.total)
}

export async function bookingOfCode(
  db: Queryable,
  scope: Scope,
  { code, connectionIds }: { code: string; connectionIds: readonly string[] },
  now: Date,
): Promise<BookingRow | undefined> {
  const { rows } = await sql<BookingRow>`
    select ${columns(now)} from reservations
    where ${inScope(scope, 'reservations')} and ${throughAccounts('reservations', connectionIds)}
      and confirmation_code = ${code}
    order by id limit 1`.execute(db)
  return rows[0]
}
