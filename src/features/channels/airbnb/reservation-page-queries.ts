/** A page of bookings in the words of Airbnb, and how many match: by the counts that are kept of them (`0005_channels.sql`). */
import { sql, type RawBuilder } from 'kysely'
import type { PageRequest } from '../../../http/list.ts'
import { dayAfter, dayBefore } from '../../../platform/civil-day.ts'
import { inScope, isNarrowed, type Queryable, type Scope } from '../../../platform/tenant.ts'
import type { KeptCountRequest, KeptList } from '../../../records/kept-counts/kept-list.ts'
import { listingsInScope } from '../../../records/kept-counts/narrowed.ts'
import { onMergedPage } from '../../../records/kept-counts/page-queries.ts'
import { stretchesOf, type TimeSpan, type CountStretch } from '../../../records/kept-counts/spans.ts'
import { andConditions, keptTotal, onListings, totalOf } from '../../../records/kept-counts/total-queries.ts'
import { bookingColumns, type AirbnbBookingRow } from './reservation-queries.ts'
import { throughAccounts } from '../engine/row-sql.ts'

type BookingTrait = 'state' | 'connection'
type BookingCondition = RawBuilder<boolean>
type BookingCount = RawBuilder<string>

export interface AirbnbBookingFilters {
  connectionIds: readonly string[]
  isOfAllHosts: boolean
  listing_id?: string
  status?: string
  start_date?: string
  end_date?: string
  now: Date
}

const list: KeptList<BookingTrait> = {
  table: 'airbnb_bookings',
  traits: ['state', 'connection'],
  orderedBy: [],
}
const source = sql.table('airbnb_bookings')

/** Bookings whose state changed by time alone and are still listed under the old one. Must equal the index's expression. */
const movedTo: Record<string, (now: Date) => BookingCondition> = {
  completed: (now) =>
    sql<boolean>`(airbnb_bookings.state = 'accepted' and airbnb_bookings.completes_at <= ${now})`,
  denied: (now) => sql<boolean>`(airbnb_bookings.state = 'pending' and airbnb_bookings.lapses_at <= ${now})`,
}
const movedFrom: Record<string, (now: Date) => BookingCondition> = {
  ...(movedTo['completed'] && { accepted: movedTo['completed'] }),
  ...(movedTo['denied'] && { pending: movedTo['denied'] }),
}

const departureConditions = ({ start_date }: AirbnbBookingFilters): BookingCondition[] =>
  start_date === undefined ? [] : [sql<boolean>`airbnb_bookings.check_out >= ${start_date}::date`]
const arrivalConditions = ({ end_date }: AirbnbBookingFilters): BookingCondition[] =>
  end_date === undefined ? [] : [sql<boolean>`airbnb_bookings.check_in <= ${end_date}::date`]

/** All filters but the status, for rows looked up. */
function matchConditions(scope: Scope, filters: AirbnbBookingFilters): BookingCondition[] {
  const listings = listingsInScope(scope, filters.listing_id)
  return [
    inScope(scope, 'airbnb_bookings'),
    sql<boolean>`airbnb_bookings.listed_as is not null`,
    throughAccounts('airbnb_bookings', filters.connectionIds),
    ...(listings ? [sql<boolean>`airbnb_bookings.listing_id = any(${[...listings]}::bigint[])`] : []),
    ...departureConditions(filters),
    ...arrivalConditions(filters),
  ]
}

const toListQuery = (
  { connectionIds, status }: AirbnbBookingFilters,
  place?: NonNullable<KeptCountRequest['place']>,
): KeptCountRequest<BookingTrait> => ({
  ...(place ? { place } : {}),
  traits: { connection: connectionIds, ...(status === undefined ? {} : { state: [status] }) },
})

const withinDates = ({ from, to }: CountStretch): BookingCondition =>
  andConditions([
    ...(from === null ? [] : [sql<boolean>`c.bucket >= ${from}::bigint`]),
    ...(to === null ? [] : [sql<boolean>`c.bucket <= ${to}::bigint`]),
  ])

/** The days and months of a span. */
function placesIn(end: 'arrival' | 'departure', span: TimeSpan): NonNullable<KeptCountRequest['place']>[] {
  const column = sql.ref(`airbnb_bookings.${end === 'arrival' ? 'check_in' : 'check_out'}`)
  return stretchesOf(span).map((stretch) => ({
    countedBy: `${end} ${stretch.unit}`,
    isMeant: withinDates(stretch),
    belongs:
      stretch.unit === 'day'
        ? sql<boolean>`${column} = date '1970-01-01' + s.bucket::int`
        : sql<boolean>`month_number(${column}) = s.bucket`,
  }))
}

/** The counts of the filters, and the remaining conditions. */
function rangesOf(
  scope: Scope,
  filters: AirbnbBookingFilters,
): { asked: KeptCountRequest<BookingTrait>[]; more: BookingCondition[] } {
  const { start_date: from, end_date: to } = filters
  const listings = listingsInScope(scope, filters.listing_id)
  if (listings)
    return {
      asked: [toListQuery(filters, onListings('airbnb_bookings', listings))],
      more: [...departureConditions(filters), ...arrivalConditions(filters)],
    }
  if (from !== undefined)
    return {
      asked: placesIn('departure', { from }).map((place) => toListQuery(filters, place)),
      more: arrivalConditions(filters),
    }
  if (to === undefined) return { asked: [toListQuery(filters)], more: [] }
  return { asked: placesIn('arrival', { to }).map((place) => toListQuery(filters, place)), more: [] }
}

function pageOf(scope: Scope, filters: AirbnbBookingFilters, page: PageRequest): RawBuilder<unknown> {
  const { status, isOfAllHosts, listing_id, start_date, end_date, now } = filters
  const isAll =
    isOfAllHosts && [status, listing_id, start_date, end_date].every((value) => value === undefined)
  if (isAll && !isNarrowed(scope))
    return sql`select airbnb_bookings.id from ${source}
      where ${inScope(scope, 'airbnb_bookings')} and airbnb_bookings.listed_as is not null
        and ${page.after ?? sql<boolean>`true`}
      order by ${page.orderBy} limit ${page.limit} offset ${page.offset}`
  const { asked: listQueries, more } = rangesOf(scope, filters)
  const [left, came] = [movedFrom[status ?? '']?.(now), movedTo[status ?? '']?.(now)]
  return sql`select airbnb_bookings.id from ${source} where ${onMergedPage(scope, list, listQueries, page, {
    more: [...more, ...(left ? [sql<boolean>`${left} is not true`] : [])],
    others: came ? [andConditions([...matchConditions(scope, filters), came])] : [],
  })}`
}

export async function bookings(
  db: Queryable,
  scope: Scope,
  filters: AirbnbBookingFilters,
  page: PageRequest,
): Promise<AirbnbBookingRow[]> {
  const { rows } = await sql<AirbnbBookingRow>`
    select ${bookingColumns(scope, filters.now)} from (${pageOf(scope, filters, page)}) airbnb_bookings
    join reservations on reservations.workspace_id = ${scope.workspaceId}::bigint and reservations.id = airbnb_bookings.id
    order by ${page.orderBy}`.execute(db)
  return rows
}

const addCounts = (counts: readonly BookingCount[]): BookingCount =>
  sql<string>`(${sql.join([sql`0`, ...counts], sql` + `)})`

/** The sum of stored counts by listed state; undefined where rows must be counted. */
function storedCount(scope: Scope, filters: AirbnbBookingFilters): BookingCount | undefined {
  const { start_date: from, end_date: to } = filters
  const listings = listingsInScope(scope, filters.listing_id)
  const sum = (place?: NonNullable<KeptCountRequest['place']>) =>
    keptTotal(scope, list, toListQuery(filters, place))
  const inSpan = (end: 'arrival' | 'departure', span: TimeSpan) =>
    addCounts(placesIn(end, span).map((place) => sum(place)))
  if (listings)
    return from === undefined && to === undefined ? sum(onListings('airbnb_bookings', listings)) : undefined
  if (from === undefined) return to === undefined ? sum() : inSpan('arrival', { to })
  if (to === undefined) return inSpan('departure', { from })
  // No stay departs before it arrives, so none is subtracted twice.
  if (from > dayAfter(to)) return undefined
  return sql<string>`(${sum()} - ${inSpan('arrival', { from: dayAfter(to) })}
    - ${inSpan('departure', { to: dayBefore(from) })})`
}

export function bookingTotal(db: Queryable, scope: Scope, filters: AirbnbBookingFilters): Promise<number> {
  const { status, now } = filters
  const match = matchConditions(scope, filters)
  const count = (conditions: readonly BookingCondition[]) =>
    sql<string>`(select count(*) from ${source} where ${andConditions([...match, ...conditions])})`
  const [left, came] = [movedFrom[status ?? '']?.(now), movedTo[status ?? '']?.(now)]
  const since = came ? [count([came])] : []
  const total =
    storedCount(scope, filters) ??
    count(status === undefined ? [] : [sql<boolean>`airbnb_bookings.state = ${status}`])
  const leftTotal = left ? count([left]) : sql<string>`0`
  return totalOf(db, sql<string>`(${addCounts([total, ...since])} - ${leftTotal})`)
}
