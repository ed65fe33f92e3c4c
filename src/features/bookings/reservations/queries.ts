import { sql, type RawBuilder } from 'kysely'
import { fixedStatement } from '../../../platform/fixed-statement.ts'
import { prepared } from '../../../platform/prepared-statements.ts'
import { memoizeByText } from '../../../platform/memoize-by-text.ts'
import { inScope, isNarrowed, type Queryable, type Scope } from '../../../platform/tenant.ts'
import { isUsual, type PageRequest } from '../../../http/list.ts'
import { reservationPage } from './page-queries.ts'
import { countReservations } from './total-queries.ts'
import type { ReservationFilter } from './conditions-queries.ts'
import { shownId } from '../../../records/reservations/twins/queries.ts'
import { reservationJson } from '../../../records/reservations/status-sql.ts'

export interface ListedReservation {
  id: string
  /** null where the order is another. */
  updated_at: Date | null
  json: string
  /** Of all that match, when the page was asked to bring it along. */
  total: string | null
}

/** A scalar subquery; beside a page it costs no round trip of its own. */
const countOf = (scope: Scope, filters: ReservationFilter, page: PageRequest): RawBuilder<string | null> =>
  page.withTotal ? sql<string>`(select ${countReservations(scope, filters)}::text)` : sql<string | null>`null`

/** Whether all are asked for: then the best plan is the same for every workspace and every page. */
const isEverything = (scope: Scope, { now: _, ...filters }: ReservationFilter): boolean =>
  !isNarrowed(scope) && Object.values(filters).every((value) => value === undefined)

/** Of a scope that is not narrowed, unfiltered and in the order of ids: what most ask for. */
const firstPages = memoizeByText(
  (asked) =>
    fixedStatement((given: { workspaceId: string; now: Date }, db) => {
      const { limit, withTotal } = JSON.parse(asked) as { limit: number; withTotal: boolean }
      const page = { after: undefined, orderBy: sql`reservations.id asc`, limit, offset: 0, withTotal }
      return pageStatement(db, { workspaceId: given.workspaceId }, { now: given.now }, page)
    }),
  100,
)

function pageStatement(db: Queryable, scope: Scope, filters: ReservationFilter, page: PageRequest) {
  const { where, isCut } = reservationPage(scope, filters, page)
  const rows = db
    .selectFrom('reservations')
    .select([
      'reservations.id',
      // The driver takes its time to read a moment, so it is not asked for to be thrown away.
      sql<Date | null>`${filters.updatedSince ? sql.ref('reservations.updated_at') : sql`null::timestamptz`}`.as(
        'updated_at',
      ),
      reservationJson(filters.now).as('json'),
      countOf(scope, filters, page).as('total'),
    ])
    .where(where)
    .orderBy(page.orderBy as RawBuilder<string>)
  const { updatedSince: _, ...others } = filters
  const isPlannedOnce = isEverything(scope, others) && isUsual(page)
  const cut = isPlannedOnce
    ? rows.limit(sql.lit(page.limit)).modifyEnd(prepared)
    : rows.limit(page.limit).offset(page.offset)
  return isCut ? rows : cut
}

export async function reservations(
  db: Queryable,
  scope: Scope,
  filters: ReservationFilter,
  page: PageRequest,
): Promise<ListedReservation[]> {
  const { limit, withTotal } = page
  const isFixed = isEverything(scope, filters) && isUsual(page) && page.after === undefined
  if (!isFixed) return pageStatement(db, scope, filters, page).execute()
  const statement = firstPages(JSON.stringify({ limit, withTotal }))
  const { rows } = await db.executeQuery(statement({ workspaceId: scope.workspaceId, now: filters.now }))
  return rows
}

export async function reservationTotal(
  db: Queryable,
  scope: Scope,
  filters: ReservationFilter,
): Promise<number> {
  const { rows } = await sql<{
    total: string
  }>`select ${countReservations(scope, filters)}::text as total`.execute(db)
  return Number(rows[0]?.total)
}

export interface StoredReservationDoc {
  json: string
  listing_id: string
  /** null: the listing is outside of the scope. */
  listing_active: boolean | null
}

const byId = (scope: Scope, id: string, now: Date) => sql<StoredReservationDoc>`
    select ${reservationJson(now)} as json, reservations.listing_id,
           (select l.active from listings l where ${inScope(scope, 'listings', 'l')} and l.id = reservations.listing_id)
             as listing_active
    from reservations where ${inScope(scope, 'reservations')} and reservations.id = ${shownId(scope, id)} ${prepared}`

const ofWorkspaceById = fixedStatement(
  ({ workspaceId, id, now }: { workspaceId: string; id: string; now: Date }) =>
    byId({ workspaceId }, id, now),
)

export async function reservation(
  db: Queryable,
  scope: Scope,
  id: string,
  now: Date,
): Promise<StoredReservationDoc | undefined> {
  const { rows } = isNarrowed(scope)
    ? await byId(scope, id, now).execute(db)
    : await db.executeQuery(ofWorkspaceById({ workspaceId: scope.workspaceId, id, now }))
  return rows[0]
}
