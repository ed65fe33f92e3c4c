/**
 * A page of reservations in the order of their ids. An index holds those that are alike (of one status, source and account; of one
 * day; of one listing) in this order; the page is merged from the beginnings of those that match, of which the counts say which there are.
 */
import { sql, type RawBuilder } from 'kysely'
import type { PageRequest } from '../../../http/list.ts'
import { inScope, type Scope } from '../../../platform/tenant.ts'
import { listingsInScope } from '../../../records/kept-counts/narrowed.ts'
import { stretchesOf, type TimeSpan } from '../../../records/kept-counts/spans.ts'
import {
  allOf,
  arrivals,
  counted,
  departures,
  dueCondition,
  matching,
  movedByTime,
  settled,
  type ReservationCondition,
  type ReservationFilter,
} from './conditions-queries.ts'

interface PageBeginnings {
  /** A select whose rows each name one beginning. */
  of: RawBuilder<unknown>
  /** Which rows belong to the beginning `s`. */
  belongs: ReservationCondition
}

function ofSpan(
  scope: Scope,
  filters: ReservationFilter,
  what: 'arrival' | 'departure',
  span: TimeSpan,
): PageBeginnings[] {
  const column = sql.ref(what === 'arrival' ? 'reservations.check_in' : 'reservations.check_out')
  return stretchesOf(span).map(({ unit, from, to }) => ({
    of: sql`select distinct c.bucket, c.listed_as from reservation_counts c
      where ${inScope(scope, 'reservation_counts', 'c')} and ${allOf(counted(scope, filters, 'c'))} and c.counted_by = ${`${what} ${unit}`}
        and c.bucket >= ${from ?? 0}::bigint and c.bucket <= ${to ?? Number.MAX_SAFE_INTEGER}::bigint`,
    belongs:
      unit === 'day'
        ? sql<boolean>`${column} = date '1970-01-01' + s.bucket::int and reservations.listed_as = s.listed_as`
        : sql<boolean>`month_number(${column}) = s.bucket and reservations.listed_as = s.listed_as`,
  }))
}

/** Undefined when the rows are read in the order of one index from beginning to end. */
function beginnings(scope: Scope, filters: ReservationFilter): PageBeginnings[] | undefined {
  const listings = listingsInScope(scope, filters.listing_id)
  if (listings) {
    const of = sql`select unnest(${[...listings]}::bigint[]) as listing_id`
    return listings.length === 1
      ? undefined
      : [{ of, belongs: sql<boolean>`reservations.listing_id = s.listing_id` }]
  }
  if (filters.updatedSince) return undefined
  const [arriving, departing] = [arrivals(filters), departures(filters)]
  if (arriving) return ofSpan(scope, filters, 'arrival', arriving)
  if (departing) return ofSpan(scope, filters, 'departure', departing)
  const { status, platform, account } = filters
  if (!status && !platform && !account && !scope.connectionIds) return undefined
  return [
    {
      of: sql`select c.listed_as, c.source, c.account_id, c.listed_under from reservation_counts c
        where ${inScope(scope, 'reservation_counts', 'c')} and ${allOf(counted(scope, filters, 'c'))} and c.counted_by = 'all'`,
      belongs: sql<boolean>`reservations.listed_as = s.listed_as and coalesce(reservations.source, '') = s.source
        and coalesce(reservations.account_id, 0) = s.account_id and reservations.listed_under = s.listed_under`,
    },
  ]
}

/** Condition for the rows of a page, without its offset and limit when it names its ids. */
export function reservationPage(
  scope: Scope,
  filters: ReservationFilter,
  page: PageRequest,
): { where: ReservationCondition; isCut: boolean } {
  const { status, now } = filters
  const match = allOf([...matching(scope, filters, 'reservations'), ...(page.after ? [page.after] : [])])
  const stays = status ? settled(now, status, 'reservations') : sql<boolean>`true`
  const comes = status ? dueCondition(now, status, 'reservations') : undefined
  const found = beginnings(scope, filters)
  if (!found) {
    const isNow = comes ? sql<boolean>`(${stays} or ${comes})` : stays
    return { where: sql<boolean>`${inScope(scope, 'reservations')} and ${match} and ${isNow}`, isCut: false }
  }
  const upTo = page.limit + page.offset
  const parts = [
    ...found.map(
      ({ of, belongs }) => sql`(select one.id from (${of}) s cross join lateral (
        select reservations.id from reservations
        where ${inScope(scope, 'reservations')} and ${belongs} and ${match} and ${stays}
        order by reservations.id limit ${upTo}) one)`,
    ),
    ...(comes
      ? [
          sql`(select reservations.id from ${movedByTime(scope, comes, 'reservations')} where ${match}
               order by reservations.id limit ${upTo})`,
        ]
      : []),
  ]
  if (parts.length === 0) return { where: sql<boolean>`false`, isCut: true }
  return {
    where: sql<boolean>`reservations.workspace_id = ${scope.workspaceId}::bigint and reservations.id = any(array(
      select id from (${sql.join(parts, sql` union all `)}) beginning
      order by id limit ${page.limit} offset ${page.offset}))`,
    isCut: true,
  }
}
