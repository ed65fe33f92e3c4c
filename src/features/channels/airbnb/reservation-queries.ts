import { sql, type RawBuilder } from 'kysely'
import { inScope, type Queryable, type Scope } from '../../../platform/tenant.ts'
import { shownStatus } from '../../../records/reservations/status-sql.ts'
import { guestOf, hostOf, throughAccounts, type RowGuest, type RowHost } from '../engine/row-sql.ts'

/** The channel's status, including those that only its filter distinguishes. */
const channelStatus = (now: Date): RawBuilder<string> => sql<string>`case ${shownStatus(now)}
  when 'completed' then 'completed'
  when 'confirmed' then 'accepted'
  when 'pending' then 'pending'
  else case when status = 'pending' or status_detail in ('declined', 'request_expired') then 'denied'
            when status_detail = 'verification_failed' then 'failed_verification'
            when status_detail = 'request_voided' then 'request_voided'
            else 'cancelled' end end`

export interface AirbnbBookingRow {
  id: string
  confirmation_code: string
  listing_id: string
  account_id: string | null
  host: RowHost
  guest: RowGuest | null
  channel_status: string
  check_in: string
  check_out: string
  occupancy: { adults?: number; children?: number; total?: number } | null
  total_price: string | null
  currency: string | null
}

export const bookingColumns = (
  scope: Scope,
  now: Date,
) => sql`reservations.id, reservations.confirmation_code, reservations.listing_id,
  reservations.account_id, ${hostOf(scope, 'reservations')} as host, ${guestOf(scope, 'reservations')} as guest,
  ${channelStatus(now)} as channel_status, reservations.check_in, reservations.check_out, reservations.occupancy,
  reservations.total_price, reservations.currency`

export async function bookingOfCode(
  db: Queryable,
  scope: Scope,
  { code, connectionIds }: { code: string; connectionIds: readonly string[] },
  now: Date,
): Promise<AirbnbBookingRow | undefined> {
  const { rows } = await sql<AirbnbBookingRow>`
    select ${bookingColumns(scope, now)} from reservations
    where ${inScope(scope, 'reservations')} and ${throughAccounts('reservations', connectionIds)}
      and confirmation_code = ${code}
    order by id limit 1`.execute(db)
  return rows[0]
}
