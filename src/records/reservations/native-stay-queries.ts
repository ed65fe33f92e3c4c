/** Stays booked here, which belong to no account. */
import { sql } from 'kysely'
import type { Queryable, Scope } from '../../platform/tenant.ts'

export interface NewStay {
  id: string
  listingId: string
  guestId: string
  checkIn: string
  checkOut: string
  checkInTime: string | null
  checkOutTime: string | null
  status: 'confirmed' | 'pending'
  completesAt: Date
  source: string
  confirmationCode: string
  occupancy: object | null
  totalPrice: string | null
  currency: string | null
  financials: object | null
}

export async function insertStay(db: Queryable, scope: Scope, stay: NewStay, at: Date): Promise<void> {
  await sql`
    insert into reservations (workspace_id, id, listing_id, guest_id, check_in, check_out, check_in_time, check_out_time,
                              status, completes_at, source, confirmation_code, booked_at, occupancy, total_price, currency,
                              financials, created_at, updated_at)
    values (${scope.workspaceId}, ${stay.id}, ${stay.listingId}, ${stay.guestId}, ${stay.checkIn}, ${stay.checkOut},
            ${stay.checkInTime}, ${stay.checkOutTime}, ${stay.status}, ${stay.completesAt}, ${stay.source},
            ${stay.confirmationCode}, ${at}, ${stay.occupancy === null ? null : JSON.stringify(stay.occupancy)}::jsonb,
            ${stay.totalPrice}::numeric, ${stay.currency},
            ${stay.financials === null ? null : JSON.stringify(stay.financials)}::jsonb, ${at}, ${at})`.execute(
    db,
  )
}

export interface ChangedStay {
  listingId: string
  checkIn: string
  checkOut: string
  checkInTime: string | null
  checkOutTime: string | null
  status: string
  completesAt: Date
  occupancy: object | null
}

export async function updateStay(db: Queryable, scope: Scope, id: string, stay: ChangedStay): Promise<void> {
  await sql`
    update reservations
    set listing_id = ${stay.listingId}, check_in = ${stay.checkIn}, check_out = ${stay.checkOut},
        check_in_time = ${stay.checkInTime}, check_out_time = ${stay.checkOutTime}, status = ${stay.status},
        completes_at = ${stay.completesAt},
        occupancy = ${stay.occupancy === null ? null : JSON.stringify(stay.occupancy)}::jsonb
    where workspace_id = ${scope.workspaceId} and id = ${id}`.execute(db)
}

export async function updateStayPrice(
  db: Queryable,
  scope: Scope,
  id: string,
  { total, currency, financials }: { total: string; currency: string; financials: object },
): Promise<void> {
  await sql`
    update reservations
    set total_price = ${total}::numeric, currency = ${currency}, financials = ${JSON.stringify(financials)}::jsonb
    where workspace_id = ${scope.workspaceId} and id = ${id}`.execute(db)
}

export async function cancelStay(
  db: Queryable,
  scope: Scope,
  id: string,
  { reason, at }: { reason: string | null; at: Date },
): Promise<void> {
  await sql`
    update reservations
    set status = 'cancelled', status_detail = 'cancelled_by_host', cancelled_by = 'host', cancelled_at = ${at},
        cancel_reason = ${reason}, pending_reason = null, respond_by = null, lapses_at = null
    where workspace_id = ${scope.workspaceId} and id = ${id}`.execute(db)
}
