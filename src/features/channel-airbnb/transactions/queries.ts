import { sql, type RawBuilder } from 'kysely'
import type { Ordering, PageRequest } from '../../../http/list.ts'
import { inScope, type Queryable, type Scope } from '../../../platform/tenant.ts'
import { hostOf, throughAccounts, type HostOfRow } from '../row-sql.ts'

export interface TransactionFilters {
  connectionIds: readonly string[]
  start_date?: string
  end_date?: string
  status?: string
  type?: string
  payout_id?: string
  confirmation_code?: string
  reservation_id?: string
}

export interface TransactionRow {
  day: string
  payout: string
  place: string
  connection_id: string
  id: string
  status: 'COMPLETED' | 'UPCOMING'
  type: string
  is_payout: boolean
  date: string
  currency: string | null
  amount: string | null
  gross_amount: string | null
  host_service_fee: string | null
  cleaning_fee: string | null
  payout_id: string | null
  payout_id_synthetic: boolean
  payout_date: string | null
  line_index: number | null
  paid_out_amount: string | null
  confirmation_code: string | null
  listing_name: string | null
  guest_name: string | null
  nights: number | null
  reservation_start_date: string | null
  description: string | null
  reference: string | null
  synced_at: Date
  host: HostOfRow
  booking: { id: string; listing: string | null; isActive: boolean } | null
}

/** The same words as in the index. */
const day = sql`(coalesce(t.payout_date, t.date) - '2000-01-01'::date)::bigint`
const payout = sql`coalesce(t.payout_id, '')`
const place = sql`(- coalesce(t.line_index, -1))::bigint`

/** The newest payout first, and with it its lines in their order. */
export const newestPayoutFirst: Ordering<TransactionRow> = {
  name: 'payout',
  direction: 'desc',
  keys: [
    { expression: day, type: 'bigint', valueOf: (row) => row.day },
    { expression: payout, type: 'text', valueOf: (row) => row.payout },
    { expression: place, type: 'bigint', valueOf: (row) => row.place },
    { expression: sql`t.id`, type: 'text', valueOf: (row) => row.id },
    { expression: sql`t.connection_id`, type: 'bigint', valueOf: (row) => row.connection_id },
  ],
}

const booking = sql`(
  select jsonb_build_object('id', r.id::text, 'listing', (
           select k.external_id from listing_links k
           where k.workspace_id = r.workspace_id and k.connection_id = r.connection_id and k.listing_id = r.listing_id
           order by k.external_id limit 1), 'isActive', l.active)
  from reservations r join listings l on l.workspace_id = r.workspace_id and l.id = r.listing_id
  where r.workspace_id = t.workspace_id and r.connection_id = t.connection_id and r.confirmation_code = t.confirmation_code
  order by r.id limit 1)`

function conditions(filters: TransactionFilters): RawBuilder<boolean> {
  const { start_date, end_date, status, type, payout_id, confirmation_code, reservation_id } = filters
  const all = [
    throughAccounts('t', filters.connectionIds),
    ...(start_date === undefined ? [] : [sql`coalesce(t.payout_date, t.date) >= ${start_date}::date`]),
    ...(end_date === undefined ? [] : [sql`coalesce(t.payout_date, t.date) <= ${end_date}::date`]),
    ...(status === undefined ? [] : [sql`t.status = ${status}`]),
    ...(type === undefined ? [] : [sql`t.type = ${type}`]),
    ...(payout_id === undefined ? [] : [sql`t.payout_id = ${payout_id}`]),
    ...(confirmation_code === undefined ? [] : [sql`t.confirmation_code = ${confirmation_code}`]),
    ...(reservation_id === undefined
      ? []
      : [
          sql`exists (
            select from reservations r
            where r.workspace_id = t.workspace_id and r.connection_id = t.connection_id and r.id = ${reservation_id}::bigint
              and r.confirmation_code = t.confirmation_code)`,
        ]),
  ]
  return sql<boolean>`${sql.join(all, sql` and `)}`
}

export async function transactions(
  db: Queryable,
  scope: Scope,
  filters: TransactionFilters,
  page: PageRequest,
): Promise<TransactionRow[]> {
  const { rows } = await sql<TransactionRow>`
    select t.connection_id, t.id, t.status, t.type, t.is_payout, t.date, t.currency, t.amount, t.gross_amount,
           t.host_service_fee, t.cleaning_fee, t.payout_id, t.payout_id_synthetic, t.payout_date, t.line_index,
           t.paid_out_amount, t.confirmation_code, t.listing_name, t.guest_name, t.nights, t.reservation_start_date,
           t.description, t.reference, t.synced_at, ${day} as day, ${payout} as payout, ${place} as place, ${hostOf('t')} as host, ${booking} as booking
    from ${sql.table('airbnb_transactions')} t
    where ${inScope(scope, 'airbnb_transactions', 't')} and ${conditions(filters)} and ${page.after ?? sql`true`}
    order by ${page.orderBy} limit ${page.limit} offset ${page.offset}`.execute(db)
  return rows
}

export async function transactionTotal(
  db: Queryable,
  scope: Scope,
  filters: TransactionFilters,
): Promise<number> {
  const { rows } = await sql<{ total: string }>`
    select count(*) as total from airbnb_transactions t
    where ${inScope(scope, 'airbnb_transactions', 't')} and ${conditions(filters)}`.execute(db)
  return Number(rows[0]?.total)
}

export async function listingOfReservation(
  db: Queryable,
  scope: Scope,
  id: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ listing_id: string }>`
    select listing_id from reservations where ${inScope(scope, 'reservations')} and id = ${id}`.execute(db)
  return rows[0]?.listing_id
}
