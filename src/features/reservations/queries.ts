import { sql, type RawBuilder } from 'kysely'
import { prepared } from '../../platform/prepared-statements.ts'
import { from, type Queryable, type Scope } from '../../platform/tenant.ts'
import type { PageRequest } from '../../http/list.ts'
import { pageOf } from './page-queries.ts'
import { totalOf } from './total-queries.ts'
import type { ReservationFilters } from './conditions-queries.ts'
import { shownId } from '../../records/reservations/twins/queries.ts'
import { reservationJson } from '../../records/reservations/status-sql.ts'

export interface ListedReservation {
  id: string
  updated_at: Date
  json: string
  /** Of all that match, when the page was asked to bring it along. */
  total: string | null
}

/** A scalar subquery; beside a page it costs no round trip of its own. */
const countOf = (scope: Scope, filters: ReservationFilters, page: PageRequest): RawBuilder<string | null> =>
  page.withTotal ? sql<string>`(select ${totalOf(scope, filters)}::text)` : sql<string | null>`null`

export async function reservations(
  db: Queryable,
  scope: Scope,
  filters: ReservationFilters,
  page: PageRequest,
): Promise<ListedReservation[]> {
  const { where, isCut } = pageOf(scope, filters, page)
  const rows = db
    .selectFrom('reservations')
    .select([
      'reservations.id',
      'reservations.updated_at',
      reservationJson(filters.now).as('json'),
      countOf(scope, filters, page).as('total'),
    ])
    .where(where)
    .orderBy(page.orderBy as RawBuilder<string>)
  return (isCut ? rows : rows.limit(page.limit).offset(page.offset)).execute()
}

export async function reservationTotal(
  db: Queryable,
  scope: Scope,
  filters: ReservationFilters,
): Promise<number> {
  const { rows } = await sql<{ total: string }>`select ${totalOf(scope, filters)}::text as total`.execute(db)
  return Number(rows[0]?.total)
}

export async function reservation(
  db: Queryable,
  scope: Scope,
  id: string,
  now: Date,
): Promise<{ json: string; listing_id: string } | undefined> {
  return from(db, scope, 'reservations')
    .select([reservationJson(now).as('json'), 'reservations.listing_id'])
    .where('reservations.id', '=', shownId(scope, id))
    .modifyEnd(prepared)
    .executeTakeFirst()
}
