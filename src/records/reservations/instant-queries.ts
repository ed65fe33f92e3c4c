import { sql } from 'kysely'
import type { Queryable, Scope } from '../../platform/tenant.ts'

const iso = (column: string) =>
  sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

interface StayDates {
  id: string
  status: string
  pendingReason: string | null
  source: string | null
  respondBy: string | null
  bookedAt: string | null
  checkIn: string
  checkOut: string
  timeZone: string | null
}

export async function staysOfListings(
  db: Queryable,
  scope: Scope,
  listingIds: readonly string[],
): Promise<StayDates[]> {
  const { rows } = await sql<StayDates>`
    select r.id, r.status, r.pending_reason as "pendingReason", r.source, ${iso('r.respond_by')} as "respondBy",
           ${iso('r.booked_at')} as "bookedAt", r.check_in::text as "checkIn", r.check_out::text as "checkOut",
           l.time_zone as "timeZone"
    from reservations r
    join listings l on l.workspace_id = r.workspace_id and l.id = r.listing_id
    where r.workspace_id = ${scope.workspaceId} and r.listing_id = any(${listingIds}::bigint[])`.execute(db)
  return rows
}

/** A lapse that was announced stays, since no event would say that the request waits again. */
const unlessTold = sql`case when t.lapses_at <= t.lapse_told_at then t.lapses_at else r.lapses_at end`

export async function updateStayInstants(
  db: Queryable,
  scope: Scope,
  rows: readonly { id: string; completes_at: Date; lapses_at: Date | null }[],
): Promise<void> {
  if (rows.length === 0) return
  await sql`
    update reservations t set completes_at = r.completes_at, lapses_at = ${unlessTold}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as r (id bigint, completes_at timestamptz, lapses_at timestamptz)
    where t.workspace_id = ${scope.workspaceId} and t.id = r.id`.execute(db)
}

interface InquiryDates {
  id: string
  status: string
  respondBy: string | null
  checkIn: string | null
  timeZone: string | null
}

export async function openInquiriesOfListings(
  db: Queryable,
  scope: Scope,
  listingIds: readonly string[],
): Promise<InquiryDates[]> {
  const { rows } = await sql<InquiryDates>`
    select i.id, i.status, ${iso('i.respond_by')} as "respondBy", i.check_in::text as "checkIn",
           l.time_zone as "timeZone"
    from inquiries i
    join listings l on l.workspace_id = i.workspace_id and l.id = i.listing_id
    where i.workspace_id = ${scope.workspaceId} and i.listing_id = any(${listingIds}::bigint[])
      and i.lapses_at is not null`.execute(db)
  return rows
}

export async function updateInquiryInstants(
  db: Queryable,
  scope: Scope,
  rows: readonly { id: string; lapses_at: Date | null }[],
): Promise<void> {
  if (rows.length === 0) return
  await sql`
    update inquiries t set lapses_at = ${unlessTold}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (id bigint, lapses_at timestamptz)
    where t.workspace_id = ${scope.workspaceId} and t.id = r.id`.execute(db)
}
