/** Guests visible to an account or to a key for some listings: those with bookings there. */
import { sql, type RawBuilder } from 'kysely'
import { inScope, type Scope } from '../../platform/tenant.ts'
import { onActiveListing } from '../../records/active-listing-sql.ts'
import { isGuestVisible } from './queries.ts'
import { isGuestNamed } from './named-sql.ts'

export interface GuestFilter {
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

export function visibleGuestConditions(
  scope: Scope,
  filters: GuestFilter,
  isCount: boolean,
): RawBuilder<boolean>[] {
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
