import { sql } from 'kysely'
import type { Queryable, Scope } from '../../platform/tenant.ts'
import { columnList, columnNames, differs } from '../column-queries.ts'

export interface InquiryRow {
  id: string
  external_id: string
  account_id: string | null
  listing_id: string | null
  guest_id: string | null
  channel: string
  status: string
  lapses_at: Date | null
  check_in: string | null
  check_out: string | null
  guests: object | null
  expected_payout_amount: string | null
  expected_payout_currency: string | null
  respond_by: string | null
  responded_at: string | null
  source_status: string
  source_hash: string | null
}

const columnTypes = {
  external_id: 'text',
  account_id: 'bigint',
  listing_id: 'bigint',
  guest_id: 'bigint',
  channel: 'text',
  status: 'text',
  lapses_at: 'timestamptz',
  check_in: 'date',
  check_out: 'date',
  guests: 'jsonb',
  expected_payout_amount: 'numeric',
  expected_payout_currency: 'text',
  respond_by: 'timestamptz',
  responded_at: 'timestamptz',
  source_status: 'text',
} satisfies Record<Exclude<keyof InquiryRow, 'id' | 'source_hash'>, string>

const names = columnNames(columnTypes)
const record = sql`r (id bigint, ${columnList(columnTypes)}, source_hash text)`

export interface StoredInquiry {
  id: string
  external_id: string
  guest_id: string | null
  reservation_id: string | null
  /** True if the source gives the resulting booking another id. */
  is_beside_booking: boolean
  check_in: string | null
  check_out: string | null
  status: string
  source_status: string | null
  responded_at: Date | null
}

export async function storedInquiries(
  db: Queryable,
  scope: Scope,
  connectionId: string,
  externalIds: readonly string[],
): Promise<Map<string, StoredInquiry>> {
  const { rows } = await sql<StoredInquiry>`
    select id, external_id, guest_id, reservation_id, check_in, check_out, status, source_status, responded_at,
           exists (
             select from reservations r
             where r.workspace_id = ${scope.workspaceId} and r.id = inquiries.reservation_id
               and r.external_id <> inquiries.external_id) as is_beside_booking
    from inquiries
    where workspace_id = ${scope.workspaceId} and connection_id = ${connectionId}
      and external_id = any(${externalIds}::text[])`.execute(db)
  return new Map(rows.map((row) => [row.external_id, row]))
}

export async function insertInquiries(
  db: Queryable,
  scope: Scope,
  connectionId: string,
  rows: readonly InquiryRow[],
  { relayedBy, at }: { relayedBy: string | null; at: Date },
): Promise<void> {
  if (rows.length === 0) return
  await sql`
    insert into inquiries (workspace_id, connection_id, id, ${names}, source_hash, relayed_by, created_at, updated_at)
    select ${scope.workspaceId}, ${connectionId}, id, ${names}, decode(source_hash, 'hex'), ${relayedBy}, ${at}, ${at}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as ${record}`.execute(db)
}

/** What callers see of a row, by the query's name for it. */
const shownOf = (alias: 't' | 'c') => {
  const column = (name: string) => sql.ref(`${alias}.${name}`)
  return sql`jsonb_build_object('status', ${column('status')}, 'checkIn', ${column('check_in')}, 'checkOut', ${column('check_out')},
    'guests', ${column('guests')}, 'respondBy', ${column('respond_by')}, 'respondedAt', ${column('responded_at')})`
}

/** Returns prior values of the columns that differ. */
export async function updateInquiries(
  db: Queryable,
  scope: Scope,
  rows: readonly InquiryRow[],
  at: Date,
): Promise<{ id: string; revision: number; previous: object }[]> {
  if (rows.length === 0) return []
  const { rows: updated } = await sql<{ id: string; revision: number; previous: object }>`
    with old as (
      select t.id, ${shownOf('t')} as shown from inquiries t
      where t.workspace_id = ${scope.workspaceId} and t.id = any(${rows.map(({ id }) => id)}::bigint[])
    ), changed as (
      update inquiries t
      set (${names}, source_hash) = row(${columnNames(columnTypes, 'r')}, decode(r.source_hash, 'hex')),
          revision = t.revision + 1, updated_at = ${at},
          reservation_id = case when r.status = 'booked' then t.reservation_id end
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as ${record}, old
      where t.workspace_id = ${scope.workspaceId} and t.id = r.id and old.id = t.id and ${differs(columnTypes)}
      returning t.id, t.revision, t.status, t.check_in, t.check_out, t.guests, t.respond_by, t.responded_at
    )
    select c.id, c.revision,
      (select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(old.shown)
       where value is distinct from (${shownOf('c')}) -> key) as previous
    from changed c join old on old.id = c.id`.execute(db)
  return updated
}

/** Expires inquiries that the source no longer has, since nobody can answer them. */
export async function dropInquiries(
  db: Queryable,
  scope: Scope,
  connectionId: string,
  externalIds: readonly string[],
  at: Date,
): Promise<{ id: string; previous: { status: string } }[]> {
  const { rows } = await sql<{ id: string; status: string }>`
    with old as (
      select id, status from inquiries
      where workspace_id = ${scope.workspaceId} and connection_id = ${connectionId}
        and external_id = any(${externalIds}::text[]) and status in ('open', 'pre_approved', 'special_offer_sent')
    )
    update inquiries i
    set status = 'expired', lapses_at = null, source_hash = null, updated_at = ${at}, revision = revision + 1
    from old where i.workspace_id = ${scope.workspaceId} and i.id = old.id
    returning i.id, old.status`.execute(db)
  return rows.map(({ id, status }) => ({ id, previous: { status } }))
}
