import { sql, type RawBuilder } from 'kysely'
import { prepared } from '../../platform/prepared-statements.ts'
import { from, type Queryable, type Scope } from '../../platform/tenant.ts'
import type { PageRequest } from '../../http/list.ts'
import { onActiveListing } from '../../records/listings/active-sql.ts'
import { shownId } from '../../records/reservations/twins/queries.ts'
import { reservationJson, shownStatus } from '../../records/reservations/status-sql.ts'

export interface ReservationFilters {
  listing_id?: string
  status?: string
  platform?: string
  account?: { provider: string; externalAccountId: string } | undefined
  check_in_after?: string
  check_in_before?: string
  check_out_after?: string
  check_out_before?: string
  updatedSince?: Date | undefined
  now: Date
}

export interface ListedReservation {
  id: string
  updated_at: Date
  json: string
  /** Of all that match, when the page was asked to bring it along. */
  total: string | null
}

function conditions(scope: Scope, filters: ReservationFilters): RawBuilder<boolean>[] {
  const { account } = filters
  return [
    sql<boolean>`reservations.merged_into is null`,
    onActiveListing(scope, sql.ref('reservations.listing_id')),
    filters.listing_id && sql<boolean>`reservations.listing_id = ${filters.listing_id}::bigint`,
    filters.status && sql<boolean>`${shownStatus(filters.now)} = ${filters.status}`,
    filters.platform && sql<boolean>`reservations.source = ${filters.platform}`,
    filters.check_in_after && sql<boolean>`reservations.check_in >= ${filters.check_in_after}::date`,
    filters.check_in_before && sql<boolean>`reservations.check_in <= ${filters.check_in_before}::date`,
    filters.check_out_after && sql<boolean>`reservations.check_out >= ${filters.check_out_after}::date`,
    filters.check_out_before && sql<boolean>`reservations.check_out <= ${filters.check_out_before}::date`,
    filters.updatedSince && sql<boolean>`reservations.updated_at >= ${filters.updatedSince}`,
    account &&
      sql<boolean>`reservations.account_id = (
        select id from accounts where workspace_id = ${scope.workspaceId}::bigint
          and provider = ${account.provider} and external_account_id = ${account.externalAccountId})`,
  ].filter((condition) => typeof condition === 'object')
}

/** A scalar subquery; beside a page it costs no round trip of its own. */
function countOf(db: Queryable, scope: Scope, filters: ReservationFilters): RawBuilder<string | null> {
  const counted = from(db, scope, 'reservations')
    .select(sql<string>`count(*)`.as('total'))
    .where(sql<boolean>`${sql.join(conditions(scope, filters), sql` and `)}`)
  return sql<string | null>`(${counted})`
}

export async function reservations(
  db: Queryable,
  scope: Scope,
  filters: ReservationFilters,
  page: PageRequest,
): Promise<ListedReservation[]> {
  const all = [...conditions(scope, filters), ...(page.after ? [page.after] : [])]
  return from(db, scope, 'reservations')
    .select([
      'reservations.id',
      'reservations.updated_at',
      reservationJson(filters.now).as('json'),
      (page.withTotal ? countOf(db, scope, filters) : sql<string | null>`null`).as('total'),
    ])
    .where(sql<boolean>`${sql.join(all, sql` and `)}`)
    .orderBy(page.orderBy as RawBuilder<string>)
    .limit(page.limit)
    .offset(page.offset)
    .execute()
}

export async function reservationTotal(
  db: Queryable,
  scope: Scope,
  filters: ReservationFilters,
): Promise<number> {
  const { rows } = await sql<{ total: string }>`select ${countOf(db, scope, filters)} as total`.execute(db)
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
