import { sql, type RawBuilder } from 'kysely'
import type { FinancialsRecord } from '../../../../contract/records.ts'
import type { ListOrdering, PageRequest } from '../../../../http/list.ts'
import { inScope, isNarrowed, type Queryable, type Scope } from '../../../../platform/tenant.ts'
import type { KeptList } from '../../../../records/kept-counts/kept-list.ts'
import { onMergedPage } from '../../../../records/kept-counts/page-queries.ts'
import { stretchesOf } from '../../../../records/kept-counts/spans.ts'
import { andConditions, keptTotal, totalOf } from '../../../../records/kept-counts/total-queries.ts'
import { hostOf, throughAccounts, type RowHost } from '../../engine/row-sql.ts'

export interface TransactionFilters {
  connectionIds: readonly string[]
  isOfAllHosts: boolean
  start_date?: string
  end_date?: string
  status?: string
  type?: string
  payout_id?: string
  confirmation_code?: string
  /** null: the booking has no code, or does not exist. */
  ofBooking?: BookingRef | null
}

interface BookingRef {
  connectionId: string
  code: string
}

interface TransactionBooking {
  id: string
  listing: string | null
  isActive: boolean
  currency: string | null
  financials: FinancialsRecord | null
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
  host: RowHost
  booking: TransactionBooking | null
}

/** Must equal the index's expressions. */
const day = sql`(coalesce(airbnb_transactions.payout_date, airbnb_transactions.date) - '2000-01-01'::date)::bigint`
const payout = sql`coalesce(airbnb_transactions.payout_id, '')`
const place = sql`(- coalesce(airbnb_transactions.line_index, -1))::bigint`

/** Newest payout first, then its lines in order. */
export const newestPayoutFirst: ListOrdering<TransactionRow> = {
  name: 'payout',
  direction: 'desc',
  keys: [
    { expression: day, type: 'bigint', valueOf: (row) => row.day },
    { expression: payout, type: 'text', valueOf: (row) => row.payout },
    { expression: place, type: 'bigint', valueOf: (row) => row.place },
    { expression: sql`airbnb_transactions.id`, type: 'text', valueOf: (row) => row.id },
    {
      expression: sql`airbnb_transactions.connection_id`,
      type: 'bigint',
      valueOf: (row) => row.connection_id,
    },
  ],
}

const booking = (scope: Scope) => sql`(
  select jsonb_build_object('id', r.id::text, 'listing', (
           select k.external_id from listing_links k
           where k.workspace_id = ${scope.workspaceId}::bigint and k.connection_id = r.connection_id and k.listing_id = r.listing_id
           order by k.external_id limit 1), 'isActive', l.active, 'currency', r.currency, 'financials', r.financials)
  from reservations r join listings l on l.workspace_id = r.workspace_id and l.id = r.listing_id
  where r.workspace_id = ${scope.workspaceId}::bigint and r.connection_id = airbnb_transactions.connection_id and r.confirmation_code = airbnb_transactions.confirmation_code
  order by r.id limit 1)`

const storedLists: KeptList<'connection' | 'status' | 'type'> = {
  table: 'airbnb_transactions',
  traits: ['connection', 'status', 'type'],
  orderedBy: ['payout_date', 'date', 'payout_id', 'line_index'],
  key: ['connection_id', 'id'],
}

/** One booking or payout has few transactions, which are looked up. */
const isNarrow = ({ payout_id, confirmation_code, ofBooking }: TransactionFilters) =>
  (payout_id ?? confirmation_code ?? ofBooking) !== undefined

const dayNumber = (date: string) => sql`(${date}::date - '2000-01-01'::date)::bigint`

/** The date range, in the order of the index. */
const dateRangeConditions = ({ start_date, end_date }: TransactionFilters): RawBuilder<boolean>[] => [
  ...(start_date === undefined ? [] : [sql<boolean>`${day} >= ${dayNumber(start_date)}`]),
  ...(end_date === undefined ? [] : [sql<boolean>`${day} <= ${dayNumber(end_date)}`]),
]

/**
 * The code is a value the planner knows. With a join, or beside the account, its statistics made a scan of all the
 * account's transactions look as cheap.
 */
const ofBookingCondition = ({ connectionId, code }: BookingRef) => sql<boolean>`
  airbnb_transactions.confirmation_code = ${code} and airbnb_transactions.connection_id + 0 = ${connectionId}::bigint`

function matchCondition(scope: Scope, filters: TransactionFilters): RawBuilder<boolean> {
  const { connectionIds, status, type, payout_id, confirmation_code, ofBooking } = filters
  const has = (column: string, value: string | undefined) =>
    value === undefined ? [] : [sql<boolean>`${sql.ref(`airbnb_transactions.${column}`)} = ${value}`]
  return andConditions([
    inScope(scope, 'airbnb_transactions'),
    throughAccounts('airbnb_transactions', connectionIds),
    ...dateRangeConditions(filters),
    ...has('status', status),
    ...has('type', type),
    ...has('payout_id', payout_id),
    ...has('confirmation_code', confirmation_code),
    ...(ofBooking === undefined
      ? []
      : [ofBooking === null ? sql<boolean>`false` : ofBookingCondition(ofBooking)]),
  ])
}

const toListQuery = ({ connectionIds, status, type }: TransactionFilters) => ({
  traits: {
    connection: connectionIds,
    ...(status === undefined ? {} : { status: [status] }),
    ...(type === undefined ? {} : { type: [type] }),
  },
})

const source = sql.table('airbnb_transactions')

/** The rows of a page, and how they are found. */
function pageOf(scope: Scope, filters: TransactionFilters, page: PageRequest): RawBuilder<unknown> {
  const after = page.after ?? sql<boolean>`true`
  const cut = sql`limit ${page.limit} offset ${page.offset}`
  if (isNarrow(filters))
    // `offset 0` hides the order, so that the few rows are looked up instead of met on a scan.
    return sql`(select * from ${source} where ${matchCondition(scope, filters)} offset 0) ${source}
      where ${after} order by ${page.orderBy} ${cut}`
  const { status, type, isOfAllHosts } = filters
  return isOfAllHosts && status === undefined && type === undefined && !isNarrowed(scope)
    ? sql`${source} where ${andConditions([inScope(scope, 'airbnb_transactions'), ...dateRangeConditions(filters), after])}
        order by ${page.orderBy} ${cut}`
    : sql`${source} where ${onMergedPage(scope, storedLists, toListQuery(filters), page, { more: dateRangeConditions(filters) })}
        order by ${page.orderBy}`
}

export async function transactions(
  db: Queryable,
  scope: Scope,
  filters: TransactionFilters,
  page: PageRequest,
): Promise<TransactionRow[]> {
  const { rows } = await sql<TransactionRow>`
    select connection_id, id, status, type, is_payout, date, currency, amount, gross_amount, host_service_fee, cleaning_fee,
           payout_id, payout_id_synthetic, payout_date, line_index, paid_out_amount, confirmation_code, listing_name,
           guest_name, nights, reservation_start_date, description, reference, synced_at, ${day} as day,
           ${payout} as payout, ${place} as place, ${hostOf(scope, 'airbnb_transactions')} as host, ${booking(scope)} as booking
    from ${pageOf(scope, filters, page)}`.execute(db)
  return rows
}

/** Sums stored counts: of all rows, or of the span's months and days. */
export function transactionTotal(db: Queryable, scope: Scope, filters: TransactionFilters): Promise<number> {
  if (isNarrow(filters))
    return totalOf(db, sql<string>`(select count(*) from ${source} where ${matchCondition(scope, filters)})`)
  const { start_date: from, end_date: to } = filters
  const listQuery = toListQuery(filters)
  if (from === undefined && to === undefined) return totalOf(db, keptTotal(scope, storedLists, listQuery))
  const sums = stretchesOf({ from, to }).map((stretch) =>
    keptTotal(scope, storedLists, {
      ...listQuery,
      place: {
        countedBy: `payout ${stretch.unit}`,
        isMeant: sql<boolean>`c.bucket >= ${stretch.from ?? 0}::bigint
          and c.bucket <= ${stretch.to ?? Number.MAX_SAFE_INTEGER}::bigint`,
        belongs: sql<boolean>`true`,
      },
    }),
  )
  return totalOf(db, sql<string>`(${sql.join([sql`0`, ...sums], sql` + `)})`)
}

export interface BookingForFilter {
  listingId: string
  /** null: no vendor gave it a code. */
  ref: BookingRef | null
}

export async function bookingForFilter(
  db: Queryable,
  scope: Scope,
  id: string,
): Promise<BookingForFilter | undefined> {
  const { rows } = await sql<{
    listing_id: string
    connection_id: string | null
    confirmation_code: string | null
  }>`
    select listing_id, connection_id, confirmation_code from reservations
    where ${inScope(scope, 'reservations')} and id = ${id}`.execute(db)
  const [row] = rows
  if (!row) return undefined
  const { listing_id: listingId, connection_id: connectionId, confirmation_code: code } = row
  return { listingId, ref: connectionId === null || code === null ? null : { connectionId, code } }
}
