/** The list of guests. Of the whole workspace it is kept who is shown (`0009_counts.sql`). */
import { sql, type RawBuilder } from 'kysely'
import { isUsual, type PageRequest } from '../../http/list.ts'
import { prepared } from '../../platform/prepared-statements.ts'
import { from, inScope, isNarrowed, type Queryable, type Scope } from '../../platform/tenant.ts'
import type { KeptList } from '../../records/kept-counts/kept-list.ts'
import { cutTo } from '../../records/kept-counts/page-queries.ts'
import { andConditions, keptTotal, totalOf } from '../../records/kept-counts/total-queries.ts'
import { guestIdsNamed, isGuestNamed } from './named-sql.ts'
import { guestColumns, contactColumns, guestCountry, type GuestColumns, isGuestVisible } from './queries.ts'
import { onActiveListing } from '../../records/active-listing-sql.ts'

const list: KeptList<'bookings'> = { table: 'guest_figures', traits: ['bookings'], orderedBy: [] }

const bookingsOf = ({ has_reservation: booked }: GuestFilter): 'booked' | 'none' | undefined =>
  booked === undefined ? undefined : booked ? 'booked' : 'none'

function isListed(scope: Scope, filters: GuestFilter, figures: string): RawBuilder<boolean> {
  const bookings = bookingsOf(filters)
  const listedAs = sql.ref(`${figures}.listed_as`)
  return andConditions([
    inScope(scope, 'guest_figures', figures),
    bookings ? sql<boolean>`${listedAs} = array[${bookings}::text]` : sql<boolean>`${listedAs} is not null`,
  ])
}

/** A subquery named guests that the order refers to: all visible ones, or those found by a listing or a text. */
function listed(scope: Scope, filters: GuestFilter): RawBuilder<unknown> {
  const { listing_id: listingId, q } = filters
  const found = [
    ...(listingId === undefined
      ? []
      : [
          sql`select distinct r.guest_id as id from reservations r
            where ${inScope(scope, 'reservations', 'r')} and r.listing_id = ${listingId}::bigint and r.guest_id is not null`,
        ]),
    ...(q === undefined ? [] : [guestIdsNamed(scope, q)]),
  ]
  if (found.length === 0) return sql`guest_figures guests where ${isListed(scope, filters, 'guests')}`
  const all = found.map((one) => sql`(${one})`)
  return sql`(${sql.join(all, sql` intersect `)}) guests
    where exists (select from guest_figures f where f.id = guests.id and ${isListed(scope, filters, 'f')})`
}

const isEverything = ({ q, listing_id, has_reservation }: GuestFilter): boolean =>
  q === undefined && listing_id === undefined && has_reservation === undefined

/** The page's rows; with `plannedOnce` the limit stands in the statement's text. */
const onPage = (
  scope: Scope,
  filters: GuestFilter,
  page: PageRequest,
  plannedOnce: boolean,
) => sql<boolean>`guests.id = any(array(
  select guests.id from ${listed(scope, filters)} and ${page.after ?? sql`true`}
  order by ${page.orderBy} ${plannedOnce ? sql`limit ${sql.lit(page.limit)}` : sql`limit ${page.limit} offset ${page.offset}`}))`

export async function guests(
  db: Queryable,
  scope: Scope,
  filters: GuestFilter,
  page: PageRequest,
): Promise<GuestColumns[]> {
  const select = from(db, scope, 'guests')
    .select([...guestColumns, guestCountry(scope), ...contactColumns(scope)])
    .orderBy(page.orderBy as RawBuilder<string>)
  const plannedOnce = !isNarrowed(scope) && isEverything(filters) && isUsual(page)
  const rows = isNarrowed(scope)
    ? cutTo(select, page, { oneRange: visibleGuestConditions(scope, filters, false) })
    : select.where(onPage(scope, filters, page, plannedOnce))
  return (plannedOnce ? rows.modifyEnd(prepared) : rows).execute()
}

export function guestTotal(db: Queryable, scope: Scope, filters: GuestFilter): Promise<number> {
  const bookings = bookingsOf(filters)
  if (isNarrowed(scope)) {
    const shown = andConditions([inScope(scope, 'guests'), ...visibleGuestConditions(scope, filters, true)])
    return totalOf(db, sql<string>`(select count(*) from guests where ${shown})`)
  }
  if (filters.q !== undefined || filters.listing_id !== undefined)
    return totalOf(db, sql<string>`(select count(*) from ${listed(scope, filters)})`)
  const sum = keptTotal(scope, list, { traits: bookings ? { bookings: [bookings] } : {} })
  return totalOf(db, sum, { plannedOnce: isEverything(filters) })
}

interface GuestFilter {
  q?: string
  has_reservation?: boolean
  listing_id?: string
}

const bookings = (scope: Scope, condition: RawBuilder<unknown> = sql`true`) => sql<boolean>`exists (
  select 1 from reservations where ${inScope(scope, 'reservations')}
    and reservations.guest_id = guests.id and ${condition})`

const bookedActive = (scope: Scope) =>
  bookings(
    scope,
    sql`reservations.merged_into is null and ${onActiveListing(scope, sql.ref('reservations.listing_id'))}`,
  )

/** Like isGuestVisible, for counts: there hashing all bookings costs less than checking each row. */
const visibleOfAll = (scope: Scope) => sql<boolean>`(${bookedActive(scope)} or not ${bookings(scope)})`

/** Guests visible to an account or to a key for some listings: those with bookings there. */
function visibleGuestConditions(scope: Scope, filters: GuestFilter, isCount: boolean): RawBuilder<boolean>[] {
  const { q, has_reservation: booked, listing_id: listingId } = filters
  return [
    ...(booked === undefined ? [isCount ? visibleOfAll(scope) : isGuestVisible(scope)] : []),
    ...(booked === true ? [bookedActive(scope)] : []),
    ...(booked === false ? [sql<boolean>`not ${bookings(scope)}`] : []),
    ...(listingId === undefined
      ? []
      : [bookings(scope, sql`reservations.listing_id = ${listingId}::bigint`)]),
    ...(q === undefined ? [] : [isGuestNamed(scope, q)]),
  ]
}
