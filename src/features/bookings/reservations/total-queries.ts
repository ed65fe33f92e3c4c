/** How many reservations match: a sum over a few counts that are kept with the rows (`0009_counts.sql`), exact. */
import { sql, type RawBuilder } from 'kysely'
import { dayAfter, dayBefore } from '../../../platform/civil-day.ts'
import { inScope, type Scope } from '../../../platform/tenant.ts'
import { listingsInScope } from '../../../records/kept-counts/narrowed.ts'
import { changesSince, stretchesOf, type TimeSpan } from '../../../records/kept-counts/spans.ts'
import {
  allOf,
  arrivals,
  counted,
  departures,
  dueCondition,
  matching,
  movedByTime,
  pastCondition,
  settled,
  type ReservationCondition,
  type ReservationFilter,
} from './conditions-queries.ts'

type CountedReservations = RawBuilder<string>

const countWhere = (scope: Scope, conditions: readonly ReservationCondition[]): CountedReservations =>
  sql<string>`(select count(*) from reservations r
    where ${inScope(scope, 'reservations', 'r')} and ${allOf(conditions)})`

// What is counted by stands in the text, so that a plan for all values knows how few rows it is.
const sumOf = (
  scope: Scope,
  filters: ReservationFilter,
  by: string,
  bucket: ReservationCondition,
): CountedReservations =>
  sql<string>`(select coalesce(sum(c.n), 0) from reservation_counts c
    where ${inScope(scope, 'reservation_counts', 'c')} and ${allOf(counted(scope, filters, 'c'))} and c.counted_by = ${sql.lit(by)} and ${bucket})`

const between = (from: number | null, to: number | null) =>
  allOf([
    ...(from === null ? [] : [sql<boolean>`c.bucket >= ${from}::bigint`]),
    ...(to === null ? [] : [sql<boolean>`c.bucket <= ${to}::bigint`]),
  ])

const added = (counts: readonly CountedReservations[]): CountedReservations =>
  counts.length === 0 ? sql<string>`0` : sql<string>`(${sql.join(counts, sql` + `)})`

const inSpan = (scope: Scope, filters: ReservationFilter, what: 'arrival' | 'departure', span: TimeSpan) =>
  added(
    stretchesOf(span).map(({ unit, from, to }) =>
      sumOf(scope, filters, `${what} ${unit}`, between(from, to)),
    ),
  )

function changedSince(scope: Scope, filters: ReservationFilter, since: Date): CountedReservations {
  const { stretches, oneByOneUntil } = changesSince(since)
  const status = filters.status
  return added([
    ...stretches.map(({ unit, from, to }) => sumOf(scope, filters, `change ${unit}`, between(from, to))),
    countWhere(scope, [
      ...matching(scope, filters, 'r'),
      sql<boolean>`r.updated_at < ${oneByOneUntil}`,
      ...(status ? [sql<boolean>`r.listed_as = ${status}`] : []),
    ]),
  ])
}

/** Who is there: arrived by a day and not gone before the day after it at most. Nobody leaves before arriving, so nobody is taken off twice. */
function staying(scope: Scope, filters: ReservationFilter): CountedReservations | undefined {
  const { check_in_after, check_in_before: arrived, check_out_after: leaving, check_out_before } = filters
  if (check_in_after || check_out_before || !arrived || !leaving) return undefined
  if (leaving > dayAfter(arrived)) return undefined
  const every = sumOf(scope, filters, 'all', sql<boolean>`true`)
  const later = inSpan(scope, filters, 'arrival', { from: dayAfter(arrived) })
  const earlier = inSpan(scope, filters, 'departure', { to: dayBefore(leaving) })
  return sql<string>`(${every} - ${later} - ${earlier})`
}

/** The sum of what is kept, status as it is listed; undefined where rows have to be counted. */
function kept(scope: Scope, filters: ReservationFilter): CountedReservations | undefined {
  const [arriving, departing] = [arrivals(filters), departures(filters)]
  const { updatedSince } = filters
  const spans = [arriving, departing, updatedSince].filter((span) => span !== undefined).length
  const listings = listingsInScope(scope, filters.listing_id)
  if (listings) {
    const among = sql<boolean>`c.bucket = any(${[...listings]}::bigint[])`
    return spans === 0 ? sumOf(scope, filters, 'listing', among) : undefined
  }
  if (spans === 0) return sumOf(scope, filters, 'all', sql<boolean>`true`)
  if (spans === 2 && !updatedSince) return staying(scope, filters)
  if (spans > 1) return undefined
  if (updatedSince) return changedSince(scope, filters, updatedSince)
  return arriving
    ? inSpan(scope, filters, 'arrival', arriving)
    : inSpan(scope, filters, 'departure', departing as TimeSpan)
}

export function countReservations(scope: Scope, filters: ReservationFilter): CountedReservations {
  const { status, now } = filters
  const match = matching(scope, filters, 'r')
  const sum = kept(scope, filters)
  const arrives = status && dueCondition(now, status, 'r')
  const leaves = status && pastCondition(now, status, 'r')
  const countMoved = (moved: ReservationCondition) =>
    sql<string>`(select count(*) from ${movedByTime(scope, moved, 'r')} where ${allOf(match)})`
  const dueCount = arrives ? [countMoved(arrives)] : []
  if (!sum) {
    const counted = status ? [settled(now, status, 'r')] : []
    return added([countWhere(scope, [...match, ...counted]), ...dueCount])
  }
  const held = added([sum, ...dueCount])
  return leaves ? sql<string>`(${held} - ${countMoved(leaves)})` : held
}
