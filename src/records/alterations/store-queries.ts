import { sql } from 'kysely'
import { nextId, type Queryable, type Scope } from '../../platform/tenant.ts'

/** What the booking was before the change; fields that are not known are absent. */
export interface OriginalStay {
  checkIn?: string
  checkOut?: string
  guestCount?: number | null
  totalPrice?: string | null
}

/** Columns of an alteration, as SQL reads them from JSON. */
export interface AlterationRow {
  external_id: string
  reservation_id: string
  status: string
  initiator: string | null
  original: OriginalStay
  check_in: string | null
  check_out: string | null
  guest_count: number | null
  total_price: string | null
  listing_external_id: string | null
  source_status: string
  requested_at: string | null
  responded_at: string | null
}

export interface KnownAlteration {
  id: string
  external_id: string
  status: string
}

export async function knownAlterations(
  db: Queryable,
  scope: Scope,
  connectionId: string,
  externalIds: readonly string[],
): Promise<Map<string, KnownAlteration>> {
  const { rows } = await sql<KnownAlteration>`
    select id, external_id, status from reservation_alterations
    where workspace_id = ${scope.workspaceId} and connection_id = ${connectionId}
      and external_id = any(${externalIds}::text[])`.execute(db)
  return new Map(rows.map((row) => [row.external_id, row]))
}

/**
 * An alteration keeps the original stay it was first stored with. Returns ids of new or differing ones by external id.
 */
export async function upsertAlterations(
  db: Queryable,
  scope: Scope,
  connectionId: string,
  rows: readonly AlterationRow[],
  at: Date,
): Promise<Map<string, string>> {
  if (rows.length === 0) return new Map()
  const { rows: stored } = await sql<{ id: string; external_id: string }>`
    insert into reservation_alterations as t (workspace_id, id, connection_id, external_id, reservation_id, status, initiator,
      original, check_in, check_out, guest_count, total_price, listing_external_id, source_status, requested_at,
      responded_at, created_at, updated_at)
    select ${scope.workspaceId}, ${nextId(scope, 'reservation_alterations')}, ${connectionId}, external_id, reservation_id,
           status, initiator, original, check_in, check_out, guest_count, total_price, listing_external_id, source_status,
           requested_at, responded_at, ${at}, ${at}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (
      external_id text, reservation_id bigint, status text, initiator text, original jsonb, check_in date, check_out date,
      guest_count int, total_price numeric, listing_external_id text, source_status text, requested_at timestamptz,
      responded_at timestamptz)
    on conflict (workspace_id, connection_id, external_id) do update
      set status = excluded.status, initiator = excluded.initiator, check_in = excluded.check_in,
          check_out = excluded.check_out, guest_count = excluded.guest_count, total_price = excluded.total_price,
          listing_external_id = excluded.listing_external_id, source_status = excluded.source_status,
          requested_at = coalesce(excluded.requested_at, t.requested_at),
          responded_at = coalesce(excluded.responded_at, t.responded_at), updated_at = excluded.updated_at
      where (t.status, t.initiator, t.check_in, t.check_out, t.guest_count, t.total_price, t.listing_external_id,
             t.source_status)
            is distinct from (excluded.status, excluded.initiator, excluded.check_in, excluded.check_out,
             excluded.guest_count, excluded.total_price, excluded.listing_external_id, excluded.source_status)
    returning id, external_id`.execute(db)
  return new Map(stored.map(({ id, external_id }) => [external_id, id]))
}
