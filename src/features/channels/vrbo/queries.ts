/** Listings sold at Vrbo, and bookings made there. */
import { sql } from 'kysely'
import type { ListOrdering, PageRequest } from '../../../http/list.ts'
import { inScope, type Queryable, type Scope } from '../../../platform/tenant.ts'
import type { KeptList } from '../../../records/kept-counts/kept-list.ts'
import { keptTotal, onListings, totalOf } from '../../../records/kept-counts/total-queries.ts'
import { shownStatus } from '../../../records/reservations/status-sql.ts'

export interface VrboListingRow {
  externalId: string
  listingId: string
  title: string | null
  name: string
  city: string | null
  active: boolean
}

export const listingsById: ListOrdering<VrboListingRow> = {
  name: 'listing',
  direction: 'asc',
  keys: [
    { expression: sql`c.listing_id`, type: 'bigint', valueOf: (row) => row.listingId },
    { expression: sql`c.external_id`, type: 'text', valueOf: (row) => row.externalId },
  ],
}

const reservationList: KeptList<'state' | 'connection'> = {
  table: 'channel_links',
  traits: ['state', 'connection'],
  orderedBy: ['listing_id', 'external_id'],
}

export async function vrboListings(
  db: Queryable,
  scope: Scope,
  isActive: boolean | undefined,
  { after, orderBy, limit, offset }: PageRequest,
): Promise<VrboListingRow[]> {
  const { rows } = await sql<VrboListingRow>`
    select c.external_id as "externalId", c.listing_id::text as "listingId", l.public_name as title, l.name, l.city,
           c.active
    from ${sql.table('channel_links')} c join listings l on l.workspace_id = c.workspace_id and l.id = c.listing_id
    where c.workspace_id = ${scope.workspaceId} and ${inScope(scope, 'listings', 'l')} and c.platform = 'vrbo'
      and c.listed_as is not null and ${isActive === undefined ? sql`true` : sql`c.active = ${isActive}::boolean`}
      and ${after ?? sql`true`}
    order by ${orderBy} limit ${limit} offset ${offset}`.execute(db)
  return rows
}

export const vrboListingTotal = (
  db: Queryable,
  scope: Scope,
  isActive: boolean | undefined,
): Promise<number> =>
  totalOf(
    db,
    keptTotal(scope, reservationList, {
      ...(scope.listingIds ? { place: onListings('channel_links', scope.listingIds) } : {}),
      traits: {
        ...(isActive === undefined ? {} : { state: [isActive ? 'active' : 'inactive'] }),
        ...(scope.connectionIds ? { connection: scope.connectionIds } : {}),
      },
    }),
  )

export interface VrboReservationRow {
  id: string
  listingId: string
  status: 'confirmed' | 'pending' | 'cancelled' | 'completed'
  checkIn: string
  checkOut: string
}

/** Newest first. */
export const reservationsById: ListOrdering<VrboReservationRow> = {
  name: 'reservation',
  direction: 'desc',
  keys: [{ expression: sql`reservations.id`, type: 'bigint', valueOf: (row) => row.id }],
}

/** Bookings that no list shows have no state. */
const bookedThere = (scope: Scope) => sql<boolean>`
  reservations.workspace_id = ${scope.workspaceId} and ${inScope(scope, 'reservations')}
  and reservations.source = 'vrbo' and reservations.listed_as is not null`

export async function vrboReservations(
  db: Queryable,
  scope: Scope,
  now: Date,
  { after, orderBy, limit, offset }: PageRequest,
): Promise<VrboReservationRow[]> {
  const { rows } = await sql<VrboReservationRow>`
    select reservations.id::text as id, listing_id::text as "listingId", ${shownStatus(now)} as status,
           check_in as "checkIn", check_out as "checkOut"
    from reservations where ${bookedThere(scope)} and ${after ?? sql`true`}
    order by ${orderBy} limit ${limit} offset ${offset}`.execute(db)
  return rows
}

/** A sum over counts that are kept with the rows (`0009_counts.sql`). */
export async function vrboReservationTotal(db: Queryable, scope: Scope): Promise<number> {
  const { connectionIds, listingIds } = scope
  const { rows } = await sql<{ total: number }>`
    select coalesce(sum(c.n), 0)::int as total from reservation_counts c
    where ${inScope(scope, 'reservation_counts', 'c')} and c.source = 'vrbo'
      and ${listingIds ? sql`c.counted_by = 'listing' and c.bucket = any(${[...listingIds]}::bigint[])` : sql`c.counted_by = 'all'`}
      and ${connectionIds ? sql`c.listed_under = any(${[...connectionIds]}::bigint[])` : sql`true`}`.execute(
    db,
  )
  return rows[0]?.total ?? 0
}
