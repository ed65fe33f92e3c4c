import { sql } from 'kysely'
import type {
  FinancialsRecord,
  InquiryRecord,
  OccupancyRecord,
  ReservationRecord,
} from '../../contract/records.ts'
import type { SandboxAccount } from './account.ts'
import type { Queryable, Scope } from '../../platform/tenant.ts'
import type { PersonPatterns } from '../../records/guests/erase.ts'
import { countAffectedRows } from '../../platform/count-affected-rows.ts'

export type OwnRecordKind = 'stay' | 'night' | 'message' | 'offer' | 'reply' | 'approval'

export async function insertOwnRecord(
  { db, scope, connectionId }: SandboxAccount,
  kind: OwnRecordKind,
  records: readonly { externalId: string; record: object }[],
): Promise<void> {
  await sql`
    insert into made_up_records (workspace_id, connection_id, kind, external_id, record)
    select ${scope.workspaceId}, ${connectionId}, ${kind}, r."externalId", r.record
    from jsonb_to_recordset(${JSON.stringify(records)}::jsonb) as r ("externalId" text, record jsonb)
    on conflict (workspace_id, connection_id, kind, external_id) do update
      set record = made_up_records.record || excluded.record`.execute(db)
}

export async function ownRecord<R>(
  { db, scope, connectionId }: SandboxAccount,
  kind: OwnRecordKind,
  externalId?: string,
): Promise<Map<string, R>> {
  const one = externalId === undefined ? sql`` : sql`and external_id = ${externalId}`
  const { rows } = await sql<{ external_id: string; record: R }>`
    select external_id, record from made_up_records
    where workspace_id = ${scope.workspaceId} and connection_id = ${connectionId} and kind = ${kind} ${one}
    order by external_id`.execute(db)
  return new Map(rows.map(({ external_id: id, record }) => [id, record]))
}

/** Reads the account's name at its provider and its listings here. */
export async function ownAccount({
  db,
  scope,
  connectionId,
}: SandboxAccount): Promise<{ name: string; listings: string[] }> {
  const { rows } = await sql<{ name: string; listings: string[] }>`
    select c.external_account_id as name,
           array(select l.external_id from listings l
                 where l.workspace_id = ${scope.workspaceId} and l.connection_id = c.id and l.external_id is not null
                 order by l.external_id) as listings
    from connections c where c.workspace_id = ${scope.workspaceId} and c.id = ${connectionId}`.execute(db)
  const [row] = rows
  if (!row) throw new Error(`there is no connection ${connectionId}`)
  return row
}

/** A stored stay has the fields of records; it is JSON, so amounts are text. */
export interface OwnStay {
  externalId: string
  listingExternalId: string
  unitExternalId: string | null
  confirmationCode: string
  source: ReservationRecord['source']
  status: ReservationRecord['status']
  statusDetail: NonNullable<ReservationRecord['statusDetail']> | null
  pendingReason: NonNullable<ReservationRecord['pendingReason']> | null
  respondBy: Date | null
  checkIn: string
  checkOut: string
  checkInTime: string | null
  checkOutTime: string | null
  bookedAt: Date | null
  cancelledAt: Date | null
  cancelledBy: NonNullable<ReservationRecord['cancelledBy']> | null
  occupancy: OccupancyRecord | null
  totalPrice: string | null
  currency: string | null
  paymentStatus: string | null
  financials: FinancialsRecord | null
  guestDetails: Record<string, unknown> | null
  sourceStatus: string | null
}

export async function ownStay(
  { db, scope, connectionId }: SandboxAccount,
  externalId: string,
): Promise<OwnStay | undefined> {
  const { rows } = await sql<OwnStay>`
    select r.external_id as "externalId", l.external_id as "listingExternalId", u.external_id as "unitExternalId",
           r.confirmation_code as "confirmationCode", r.source, r.status, r.status_detail as "statusDetail",
           r.pending_reason as "pendingReason", r.respond_by as "respondBy", r.check_in as "checkIn",
           r.check_out as "checkOut", r.check_in_time as "checkInTime", r.check_out_time as "checkOutTime",
           r.booked_at as "bookedAt", r.cancelled_at as "cancelledAt", r.cancelled_by as "cancelledBy", r.occupancy,
           r.total_price as "totalPrice", r.currency, r.payment_status as "paymentStatus", r.financials,
           r.guest_details as "guestDetails", r.source_status as "sourceStatus"
    from reservations r
    join listings l on l.workspace_id = r.workspace_id and l.id = r.listing_id
    left join units u on u.workspace_id = r.workspace_id and u.id = r.unit_id
    where r.workspace_id = ${scope.workspaceId} and r.connection_id = ${connectionId}
      and r.external_id = ${externalId}`.execute(db)
  return rows[0]
}

/** A stored inquiry has the fields of records. */
export interface OwnInquiry {
  externalId: string
  listingExternalId: string | null
  channel: string
  status: InquiryRecord['status']
  checkIn: string | null
  checkOut: string | null
  sourceStatus: string | null
}

export async function ownInquiry(
  { db, scope, connectionId }: SandboxAccount,
  externalId: string,
): Promise<OwnInquiry | undefined> {
  const { rows } = await sql<OwnInquiry>`
    select i.external_id as "externalId", l.external_id as "listingExternalId", i.channel, i.status,
           i.check_in as "checkIn", i.check_out as "checkOut", i.source_status as "sourceStatus"
    from inquiries i
    left join listings l on l.workspace_id = i.workspace_id and l.id = i.listing_id
    where i.workspace_id = ${scope.workspaceId} and i.connection_id = ${connectionId}
      and i.external_id = ${externalId}`.execute(db)
  return rows[0]
}

export interface TakenRange {
  checkIn: string
  checkOut: string
}

/** Returns every stay of the listing that occupies nights, including those booked here. */
export async function ownTakings(
  { db, scope, connectionId }: SandboxAccount,
  listingExternalId: string,
): Promise<Map<string, TakenRange>> {
  const { rows } = await sql<TakenRange & { key: string }>`
    select coalesce(case when r.connection_id = l.connection_id then r.external_id end, 'own ' || r.id) as key,
           r.check_in as "checkIn", r.check_out as "checkOut"
    from reservations r
    join listings l on l.workspace_id = r.workspace_id and l.id = r.listing_id
    where r.workspace_id = ${scope.workspaceId} and l.connection_id = ${connectionId}
      and l.external_id = ${listingExternalId} and r.status <> 'cancelled'`.execute(db)
  return new Map(rows.map(({ key, ...stay }) => [key, stay]))
}

export interface OwnNight {
  price: string | null
  minNights: number | null
  maxNights: number | null
}

/** Returns stored prices and restrictions of nights; `usual` applies to all others. */
export async function ownNights(
  { db, scope, connectionId }: SandboxAccount,
  { listingExternalId, from, to }: { listingExternalId: string; from: string; to: string },
): Promise<{ usual: OwnNight & { currency: string | null }; nights: Map<string, OwnNight> }> {
  const { rows: homes } = await sql<OwnNight & { currency: string | null; id: string }>`
    select id, default_nightly_price as price, min_nights as "minNights", max_nights as "maxNights", currency
    from listings
    where workspace_id = ${scope.workspaceId} and connection_id = ${connectionId}
      and external_id = ${listingExternalId}`.execute(db)
  const { id = null, ...usual } = homes[0] ?? {
    price: null,
    minNights: null,
    maxNights: null,
    currency: null,
  }
  const { rows } = await sql<OwnNight & { date: string }>`
    select date, price, min_nights as "minNights", max_nights as "maxNights" from calendar_days
    where workspace_id = ${scope.workspaceId} and listing_id = ${id} and date between ${from} and ${to}`.execute(
    db,
  )
  return { usual, nights: new Map(rows.map(({ date, ...night }) => [date, night])) }
}

export const eraseSandboxMentions = (tx: Queryable, scope: Scope, { sure, all }: PersonPatterns) =>
  countAffectedRows(
    tx,
    sql`
    update made_up_records set record = without_matches(record, ${all})
    where workspace_id = ${scope.workspaceId} and record::text ~* ${sure}`,
  )
