import { sql, type RawBuilder } from 'kysely'
import { isoText } from '../../../platform/iso-text-sql.ts'
import { inScope, type Queryable, type Scope } from '../../../platform/tenant.ts'
import { onActiveListing } from '../../../records/active-listing-sql.ts'
import { shownStatus } from '../../../records/reservations/status-sql.ts'
import { provider } from './provider.ts'

export interface PlumBookingRow {
  id: string
  code: string
  listingId: string
  accountId: string
  status: string
  statusDetail: string | null
  checkIn: string
  checkOut: string
  bookedAt: string | null
  guest: { firstName: string | null; lastName: string | null } | null
  occupancy: { adults?: number; children?: number; total?: number } | null
  totalPrice: string | null
  currency: string | null
}

export interface PlumBookingFilters {
  listing_id?: string
  booking_code?: string
}

const matches = (scope: Scope, { listing_id: listingId, booking_code: code }: PlumBookingFilters) => {
  const all: RawBuilder<unknown>[] = [
    onActiveListing(scope, sql.ref('reservations.listing_id')),
    ...(listingId === undefined ? [] : [sql`reservations.listing_id = ${listingId}::bigint`]),
    ...(code === undefined ? [] : [sql`reservations.confirmation_code = ${code}`]),
  ]
  return sql.join(all, sql` and `)
}

export async function bookings(
  db: Queryable,
  scope: Scope,
  filters: PlumBookingFilters,
  { now, limit }: { now: Date; limit: number },
): Promise<PlumBookingRow[]> {
  const { rows } = await sql<PlumBookingRow>`
    select id, confirmation_code as code, listing_id as "listingId",
           (select c.external_account_id from connections c
            where c.workspace_id = ${scope.workspaceId} and c.id = reservations.connection_id) as "accountId",
           ${shownStatus(now)} as status, status_detail as "statusDetail", check_in as "checkIn", check_out as "checkOut",
           ${sql.raw(isoText('booked_at'))} as "bookedAt",
           (select jsonb_build_object('firstName', g.first_name, 'lastName', g.last_name) from guests g
            where g.workspace_id = ${scope.workspaceId} and g.id = reservations.guest_id) as guest,
           occupancy, total_price as "totalPrice", currency
    from reservations
    where ${inScope(scope, 'reservations')} and reservations.connection_id in (
        select id from connections where workspace_id = ${scope.workspaceId} and provider = ${provider})
      and ${matches(scope, filters)}
    order by check_in desc, id desc limit ${limit}`.execute(db)
  return rows
}
