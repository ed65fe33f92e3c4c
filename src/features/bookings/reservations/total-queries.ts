/** How many reservations match: a sum over a few counts that are kept with the rows (`0009_counts.sql`), exact. */
import { sql, type RawBuilder } from 'kysely'
import { dayAfter, dayBefore } from '../../../platform/civil-day.ts'
import { inScope, type Scope } from '../../../platform/tenant.ts'
import { listingsMeant } from '../../../records/kept-counts/narrowed.ts'
import { changesSince, stretchesOf, type Span } from '../../../records/kept-counts/spans.ts'
import {
  all,
  arrivals,
  counted,
  departures,
  due,
  matching,
  movedByTime,
  past,
  settled,
  type Condition,
  type ReservationFilters,
} from './conditions-queries.ts'

type Count = RawBuilder<string>

const countWhere = (scope: Scope, conditions: readonly Condition[]): Count =>
  sql<string>`(select count(*) from reservations r
    where ${inScope(scope, 'reservations', 'r')} and ${all(conditions)})`

// What is counted by stands in the text, so that a plan for all values knows how few rows it is.
const sumOf = (scope: Scope, filters: ReservationFilters, by: string, bucket: Condition): Count =>
  sql<string>`(select coalesce(sum(c.n), 0) from reservation_counts c
    where ${inScope(scope, 'reservation_counts', 'c')} and ${all(counted(scope, filters, 'c'))} and c.counted_by = ${sql.lit(by)} and ${bucket})`

const between = (from: number | null, to: number | null) =>
  all([
    ...(from === null ? [] : [sql<boolean>`c.bucket >= ${from}::bigint`]),
    ...(to === null ? [] : [sql<boolean>`c.bucket <= ${to}::bigint`]),
  ])

const added = (counts: readonly Count[]): Count =>
  counts.length === 0 ? sql<string>`0` : sql<string>`(${sql.join(counts, sql` + `)})`

const inSpan = (scope: Scope, filters: ReservationFilters, what: 'arrival' | 'departure', span: Span) =>
  added(
    stretchesOf(span).map(({ unit, from, to }) =>
      sumOf(scope, filters, `${what} ${unit}`, between(from, to)),
    ),
  )

function changedSince(scope: Scope, filters: ReservationFilters, since: Date): Count {
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
function staying(scope: Scope, filters: ReservationFilters): Count | undefined {
  const { check_in_after, check_in_before: arrived, check_out_after: leaving, check_out_before } = filters
  if (check_in_after || check_out_before || !arrived || !leaving) return undefined
  if (leaving > dayAfter(arrived)) return undefined
  const every = sumOf(scope, filters, 'all', sql<boolean>`true`)
  const later = inSpan(scope, filters, 'arrival', { from: dayAfter(arrived) })
  const earlier = inSpan(scope, filters, 'departure', { to: dayBefore(leaving) })
  return sql<string>`(${every} - ${later} - ${earlier})`
}

/** The sum of what is kept, status as it is listed; undefined where rows have to be counted. */
function kept(scope: Scope, filters: ReservationFilters): Count | undefined {
  const [arriving, departing] = [arrivals(filters), departures(filters)]
  const { updatedSince } = filters
  const spans = [arriving, departing, updatedSince].filter((span) => span !== undefined).length
  const listings = listingsMeant(scope, filters.listing_id)
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
    : inSpan(scope, filters, 'departure', departing as Span)
}

export function totalOf(scope: Scope, filters: ReservationFilters): Count {
  const { status, now } = filters
  const match = matching(scope, filters, 'r')
  const sum = kept(scope, filters)
  const arrives = status && due(now, status, 'r')
  const leaves = status && past(now, status, 'r')
  const countMoved = (moved: Condition) =>
    sql<string>`(select count(*) from ${movedByTime(scope, moved, 'r')} where ${all(match)})`
  const dueCount = arrives ? [countMoved(arrives)] : []
  if (!sum) {
    const counted = status ? [settled(now, status, 'r')] : []
    return added([countWhere(scope, [...match, ...counted]), ...dueCount])
  }
  const held = added([sum, ...dueCount])
  return leaves ? sql<string>`(${held} - ${countMoved(leaves)})` : held
}
