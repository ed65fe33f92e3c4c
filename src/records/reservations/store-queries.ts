import { sql } from 'kysely'
import type { Queryable, Scope } from '../../platform/tenant.ts'
import { columnList, columnNames } from '../column-queries.ts'
import type { ListingRef, ReservationRow } from './row.ts'

export async function listingRefs(
  db: Queryable,
  scope: Scope,
  connectionId: string,
  externalIds: readonly string[],
): Promise<Map<string, ListingRef>> {
  const { rows } = await sql<ListingRef>`
    select id, external_id, account_id, time_zone, active from listings
    where workspace_id = ${scope.workspaceId} and connection_id = ${connectionId}
      and external_id = any(${externalIds}::text[])`.execute(db)
  return new Map(rows.map((row) => [row.external_id, row]))
}

/** By external id, the hash a stored record was made from. */
export async function storedHashes(
  db: Queryable,
  scope: Scope,
  table: 'listings' | 'units' | 'reservations' | 'inquiries' | 'conversations' | 'reviews',
  connectionId: string,
  externalIds: readonly string[],
): Promise<Map<string, string | null>> {
  const { rows } = await sql<{ external_id: string; hash: string | null }>`
    select external_id, encode(source_hash, 'hex') as hash from ${sql.table(table)}
    where workspace_id = ${scope.workspaceId} and connection_id = ${connectionId}
      and external_id = any(${externalIds}::text[])`.execute(db)
  return new Map(rows.map((row) => [row.external_id, row.hash]))
}

export interface StoredReservation {
  id: string
  external_id: string
  listing_id: string
  guest_id: string | null
  status: string
  confirmation_code: string
  cancelled_at: Date | null
}

/** When it was cancelled, of one that still is. */
export const storedCancellation = (stored: StoredReservation | undefined): Date | null =>
  stored?.status === 'cancelled' ? stored.cancelled_at : null

export async function storedReservations(
  db: Queryable,
  scope: Scope,
  connectionId: string,
  externalIds: readonly string[],
): Promise<Map<string, StoredReservation>> {
  const { rows } = await sql<StoredReservation>`
    select id, external_id, listing_id, guest_id, status, confirmation_code, cancelled_at from reservations
    where workspace_id = ${scope.workspaceId} and connection_id = ${connectionId}
      and external_id = any(${externalIds}::text[])`.execute(db)
  return new Map(rows.map((row) => [row.external_id, row]))
}

export async function unitIds(
  db: Queryable,
  scope: Scope,
  connectionId: string,
  externalIds: readonly string[],
): Promise<Map<string, string>> {
  if (externalIds.length === 0) return new Map()
  const { rows } = await sql<{ id: string; external_id: string }>`
    select id, external_id from units
    where workspace_id = ${scope.workspaceId} and connection_id = ${connectionId}
      and external_id = any(${externalIds}::text[])`.execute(db)
  return new Map(rows.map((row) => [row.external_id, row.id]))
}

export async function reservationIdsOfGuests(
  db: Queryable,
  scope: Scope,
  guestIds: readonly string[],
): Promise<string[]> {
  if (guestIds.length === 0) return []
  const { rows } = await sql<{ id: string }>`
    select id from reservations
    where workspace_id = ${scope.workspaceId} and guest_id = any(${guestIds}::bigint[])`.execute(db)
  return rows.map((row) => row.id)
}

export const reservationColumns = {
  external_id: 'text',
  listing_id: 'bigint',
  account_id: 'bigint',
  guest_id: 'bigint',
  unit_id: 'bigint',
  check_in: 'date',
  check_out: 'date',
  check_in_time: 'text',
  check_out_time: 'text',
  status: 'text',
  status_detail: 'text',
  pending_reason: 'text',
  respond_by: 'timestamptz',
  completes_at: 'timestamptz',
  lapses_at: 'timestamptz',
  source: 'text',
  confirmation_code: 'text',
  booked_at: 'timestamptz',
  cancelled_at: 'timestamptz',
  cancelled_by: 'text',
  occupancy: 'jsonb',
  total_price: 'numeric',
  currency: 'text',
  payment_status: 'text',
  financials: 'jsonb',
  guest_details: 'jsonb',
  source_status: 'text',
} satisfies Record<Exclude<keyof ReservationRow, 'id' | 'source_hash'>, string>

const names = columnNames(reservationColumns)

export async function insertReservations(
  db: Queryable,
  scope: Scope,
  connectionId: string,
  rows: readonly ReservationRow[],
  at: Date,
): Promise<void> {
  if (rows.length === 0) return
  await sql`
    insert into reservations (workspace_id, connection_id, id, ${names}, source_hash, created_at, updated_at)
    select ${scope.workspaceId}, ${connectionId}, id, ${names}, decode(source_hash, 'hex'), ${at}, ${at}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (id bigint, ${columnList(reservationColumns)}, source_hash text)`.execute(
    db,
  )
}

/** Neither the revision nor updated_at: whether they move depends on what the API shows. */
export async function updateReservations(
  db: Queryable,
  scope: Scope,
  rows: readonly ReservationRow[],
): Promise<void> {
  if (rows.length === 0) return
  await sql`
    update reservations t set (${names}, source_hash) = row(
      ${columnNames(reservationColumns, 'r')}, decode(r.source_hash, 'hex'))
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (id bigint, ${columnList(reservationColumns)}, source_hash text)
    where t.workspace_id = ${scope.workspaceId} and t.id = r.id`.execute(db)
}

/** Those that are not cancelled yet. */
export async function reservationIdsOf(
  db: Queryable,
  scope: Scope,
  connectionId: string,
  externalIds: readonly string[],
): Promise<string[]> {
  if (externalIds.length === 0) return []
  const { rows } = await sql<{ id: string }>`
    select id from reservations
    where workspace_id = ${scope.workspaceId} and connection_id = ${connectionId}
      and external_id = any(${externalIds}::text[]) and status <> 'cancelled'`.execute(db)
  return rows.map((row) => row.id)
}

/** The source no longer has them as bookings. */
export async function cancelReservations(db: Queryable, scope: Scope, ids: readonly string[]): Promise<void> {
  await sql`
    update reservations
    set status = 'cancelled', cancelled_by = case when status = 'pending' then null else 'platform' end,
        status_detail = case when status = 'pending' then 'request_voided' else 'cancelled_by_platform' end,
        pending_reason = null, lapses_at = null, source_hash = null
    where workspace_id = ${scope.workspaceId} and id = any(${ids}::bigint[]) and status <> 'cancelled'`.execute(
    db,
  )
}

/** What decides whether a change is told, and what is told of it besides the record. */
export interface ReservationFacts {
  id: string
  revision: number
  listing_id: string
  listing_active: boolean
  cancelled_at: Date | null
  cancelled_by: 'guest' | 'host' | 'platform' | null
  cancel_reason: string | null
  source_status: string | null
  provider: string | null
  external_account_id: string | null
  connection_id: string | null
}

/** Gives the changed records their next revision and the write's time. */
export async function markChanged(
  db: Queryable,
  scope: Scope,
  ids: readonly string[],
  at: Date,
): Promise<void> {
  if (ids.length === 0) return
  await sql`
    update reservations set revision = revision + 1, updated_at = ${at}
    where workspace_id = ${scope.workspaceId} and id = any(${ids}::bigint[])`.execute(db)
}

export async function reservationFacts(
  db: Queryable,
  scope: Scope,
  ids: readonly string[],
): Promise<Map<string, ReservationFacts>> {
  const { rows } = await sql<ReservationFacts>`
    select r.id, r.revision, r.listing_id, l.active as listing_active, r.cancelled_at, r.cancelled_by,
           r.cancel_reason, r.source_status, a.provider, a.external_account_id, a.connection_id
    from reservations r
    join listings l on l.workspace_id = r.workspace_id and l.id = r.listing_id
    left join accounts a on a.workspace_id = r.workspace_id and a.id = r.account_id
    where r.workspace_id = ${scope.workspaceId} and r.id = any(${ids}::bigint[])`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}
