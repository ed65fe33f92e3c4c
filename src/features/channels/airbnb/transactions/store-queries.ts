import { sql } from 'kysely'
import type { FinancialsRecord } from '../../../../contract/records.ts'
import type { Queryable, Scope } from '../../../../platform/tenant.ts'
import type { AirbnbTransactionRecord } from './transaction-record.ts'

/** Stores rows that are new or changed. Answers their ids, and which are new. */
export async function storeTransactions(
  tx: Queryable,
  scope: Scope,
  connectionId: string,
  rows: readonly AirbnbTransactionRecord[],
  at: Date,
): Promise<{ id: string; isNew: boolean }[]> {
  const stored = await sql<{ id: string; is_new: boolean }>`
    insert into airbnb_transactions as t (workspace_id, connection_id, id, status, type, is_payout, date, currency,
      amount, gross_amount, host_service_fee, cleaning_fee, payout_id, payout_id_synthetic, payout_date, line_index,
      paid_out_amount, confirmation_code, listing_name, guest_name, nights, reservation_start_date, description, reference,
      synced_at)
    select ${scope.workspaceId}, ${connectionId}, "transactionId", status, type, "isPayout", date, currency, amount,
           "grossAmount", "hostServiceFee", "cleaningFee", "payoutId", "payoutIdSynthetic", "payoutDate", "lineIndex",
           "paidOutAmount", "confirmationCode", "listingName",
           -- Of the stay of a guest who was forgotten: no name.
           case when not exists (
             select from reservations s join guests g on g.workspace_id = s.workspace_id and g.id = s.guest_id
             where s.workspace_id = ${scope.workspaceId} and s.confirmation_code = "confirmationCode"
               and g.forgotten_at is not null) then "guestName" end, nights, "reservationStartDate", description,
           reference, ${at}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (
      "transactionId" text, status text, type text, "isPayout" boolean, date date, currency text, amount numeric,
      "grossAmount" numeric, "hostServiceFee" numeric, "cleaningFee" numeric, "payoutId" text, "payoutIdSynthetic" boolean,
      "payoutDate" date, "lineIndex" int, "paidOutAmount" numeric, "confirmationCode" text, "listingName" text,
      "guestName" text, nights int, "reservationStartDate" date, description text, reference text)
    on conflict (workspace_id, connection_id, id) do update
      set date = excluded.date, currency = excluded.currency, amount = excluded.amount, gross_amount = excluded.gross_amount,
          host_service_fee = excluded.host_service_fee, cleaning_fee = excluded.cleaning_fee,
          payout_date = excluded.payout_date, line_index = excluded.line_index,
          paid_out_amount = excluded.paid_out_amount, listing_name = excluded.listing_name,
          guest_name = excluded.guest_name, nights = excluded.nights,
          reservation_start_date = excluded.reservation_start_date, description = excluded.description,
          reference = excluded.reference, synced_at = excluded.synced_at
      where (t.date, t.currency, t.amount, t.gross_amount, t.host_service_fee, t.cleaning_fee, t.payout_date, t.line_index,
             t.paid_out_amount, t.listing_name, t.guest_name, t.nights, t.reservation_start_date, t.description,
             t.reference)
            is distinct from (excluded.date, excluded.currency, excluded.amount, excluded.gross_amount,
             excluded.host_service_fee, excluded.cleaning_fee, excluded.payout_date, excluded.line_index,
             excluded.paid_out_amount, excluded.listing_name, excluded.guest_name, excluded.nights,
             excluded.reservation_start_date, excluded.description, excluded.reference)
    returning id, xmax::text = '0' as is_new`.execute(tx)
  return stored.rows.map(({ id, is_new: isNew }) => ({ id, isNew }))
}

/** Deletes lines a payout no longer has, because payouts are read as a whole. */
export async function dropOtherLines(
  tx: Queryable,
  scope: Scope,
  connectionId: string,
  rows: readonly AirbnbTransactionRecord[],
): Promise<void> {
  await sql`
    delete from airbnb_transactions
    where workspace_id = ${scope.workspaceId} and connection_id = ${connectionId} and status = 'COMPLETED'
      and payout_id = any(${rows.flatMap(({ payoutId }) => payoutId ?? [])}::text[])
      and id <> all(${rows.map(({ transactionId }) => transactionId)}::text[])`.execute(tx)
}

/** Deletes other transactions derived from bookings: they will not come, or a file tells them. Answers how many were to come. */
export async function dropOtherOfBookings(
  tx: Queryable,
  scope: Scope,
  connectionId: string,
  { standing, ofBookings }: { standing: readonly string[]; ofBookings: string },
): Promise<number> {
  const { rows } = await sql<{ status: string }>`
    delete from airbnb_transactions
    where workspace_id = ${scope.workspaceId} and connection_id = ${connectionId}
      and (status = 'UPCOMING' or starts_with(payout_id, ${ofBookings}))
      and id <> all(${[...standing]}::text[])
    returning status`.execute(tx)
  return rows.filter(({ status }) => status === 'UPCOMING').length
}

/** Bookings whose payout was derived from them. */
export async function codesPaidByBookings(
  db: Queryable,
  scope: Scope,
  connectionId: string,
  ofBookings: string,
): Promise<Set<string>> {
  const { rows } = await sql<{ code: string }>`
    select confirmation_code as code from airbnb_transactions
    where workspace_id = ${scope.workspaceId} and connection_id = ${connectionId} and status = 'COMPLETED'
      and starts_with(payout_id, ${ofBookings}) and confirmation_code is not null`.execute(db)
  return new Set(rows.map(({ code }) => code))
}

export interface ExpectedBookingRow {
  confirmation_code: string
  check_in: string
  nights: number
  currency: string | null
  /** Whether part of its earnings is still to be paid. */
  is_expected: boolean
  financials: FinancialsRecord | null
  listing_name: string
  guest_name: string | null
}

/**
 * Bookings of an account that are paid or to be paid and in no file. Payouts whose ids start with `ofBookings` were
 * derived from bookings.
 */
export async function expectedBookings(
  db: Queryable,
  scope: Scope,
  connectionId: string,
  { today, ofBookings }: { today: string; ofBookings: string },
): Promise<ExpectedBookingRow[]> {
  const { rows } = await sql<ExpectedBookingRow>`
    select r.confirmation_code, r.check_in, r.check_out - r.check_in as nights, r.currency,
           r.status = 'confirmed' and (r.check_in >= ${today}::date
             or (r.check_out >= ${today}::date and r.financials -> 'host' ->> 'paidOut' is not null)) as is_expected,
           r.financials,
           l.name as listing_name, concat_ws(' ', g.first_name, g.last_name) as guest_name
    from reservations r
    join listings l on l.workspace_id = r.workspace_id and l.id = r.listing_id
    left join guests g on g.workspace_id = r.workspace_id and g.id = r.guest_id
    where r.workspace_id = ${scope.workspaceId} and r.connection_id = ${connectionId}
      and ((r.status = 'confirmed' and r.check_in >= ${today}::date and r.financials -> 'host' ->> 'revenue' is not null)
           or r.financials -> 'host' ->> 'paidOut' is not null)
      and not exists (
        select from airbnb_transactions t
        where t.workspace_id = ${scope.workspaceId} and t.connection_id = r.connection_id and t.status = 'COMPLETED'
          and t.confirmation_code = r.confirmation_code and not starts_with(t.payout_id, ${ofBookings}))
    order by r.id`.execute(db)
  return rows
}

/** The account as events name it, and when it was connected. */
export async function paidAccount(
  db: Queryable,
  scope: Scope,
  connectionId: string,
): Promise<{ account_id: string | null; name: string | null; connected_at: Date } | undefined> {
  const { rows } = await sql<{ account_id: string | null; name: string | null; connected_at: Date }>`
    select (select a.id from accounts a where a.workspace_id = ${scope.workspaceId} and a.connection_id = c.id
            order by a.id limit 1) as account_id, c.account_name as name, c.connected_at
    from connections c where c.workspace_id = ${scope.workspaceId} and c.id = ${connectionId}`.execute(db)
  return rows[0]
}
