import { sql } from 'kysely'
import { prepared } from '../../platform/prepared-statements.ts'
import { inScope, type Queryable, type Scope } from '../../platform/tenant.ts'
import type { ListingKeeper, ConnectionKeeper } from '../../records/listings/keeper.ts'
import { keeperOf } from '../../records/listings/keeper-sql.ts'
import { shownId } from '../../records/reservations/twins/queries.ts'
import { shownStatus } from '../../records/reservations/status-sql.ts'
import { relayOf, type RelayAccount } from '../../upstream/acts/public.ts'
import type { Party } from './rules.ts'

export interface BookedListing {
  id: string
  name: string
  keeper: ListingKeeper
  time_zone: string | null
  currency: string | null
  unit_count: number
}

/** One that an account keeps. */
export interface NativeListing extends BookedListing {
  keeper: ConnectionKeeper
}

export async function bookedListing(
  db: Queryable,
  scope: Scope,
  id: string,
): Promise<BookedListing | undefined> {
  const { rows } = await sql<BookedListing>`
    select l.id, l.name, ${keeperOf('l', scope)} as keeper, l.time_zone, l.currency, l.unit_count
    from listings l where ${inScope(scope, 'listings', 'l')} and l.id = ${id} ${prepared}`.execute(db)
  return rows[0]
}

/** A stored stay as needed by calls that change it. */
export interface BookedStay {
  id: string
  listing_id: string
  /** null if it was booked here. */
  relay: RelayAccount | null
  external_id: string | null
  confirmation_code: string
  source: string | null
  /** The stored status. */
  status: string
  /** The status the API shows now. */
  shown_status: 'confirmed' | 'pending' | 'cancelled' | 'completed'
  pending_reason: string | null
  has_lapsed: boolean
  check_in: string
  check_out: string
  check_in_time: string | null
  check_out_time: string | null
  occupancy: Partial<Party> | null
  total_price: string | null
  currency: string | null
  updated_at: Date
  /** The account it came through, with its id of the listing; null if none. */
  came_through: ConnectionKeeper | null
}

export async function bookedStay(
  db: Queryable,
  scope: Scope,
  id: string,
  now: Date,
): Promise<BookedStay | undefined> {
  const { rows } = await sql<BookedStay>`
    select id, listing_id, ${relayOf(scope, 'reservations')} as relay, external_id, confirmation_code, source, status,
           ${shownStatus(now)} as shown_status, pending_reason, coalesce(lapses_at <= ${now}, false) as has_lapsed,
           check_in, check_out, check_in_time, check_out_time, occupancy, total_price,
           currency, updated_at, (
             select jsonb_build_object('kind', 'connection', 'connectionId', c.id::text, 'externalId', k.external_id,
                      'provider', c.provider, 'status', c.status, 'writePolicy', c.write_policy)
             from connections c
             join listing_links k on k.workspace_id = c.workspace_id and k.connection_id = c.id
               and k.listing_id = reservations.listing_id
             where c.workspace_id = ${scope.workspaceId}::bigint and c.id = reservations.connection_id
             order by k.external_id limit 1) as came_through
    from reservations where ${inScope(scope, 'reservations')} and id = ${shownId(scope, id)}`.execute(db)
  return rows[0]
}

/** Vrbo booked it by calling, and no connected account reports its changes. */
export async function isVrboBookingWithoutAccount(db: Queryable, scope: Scope, id: string): Promise<boolean> {
  const { rows } = await sql`
    select from reservations r
    join vrbo_bookings b on b.workspace_id = r.workspace_id and b.reservation_id = r.id
    where r.workspace_id = ${scope.workspaceId} and r.id = ${id} and r.connection_id is null
      and not exists (
        select from listing_links k
        join connections c on c.workspace_id = k.workspace_id and c.id = k.connection_id
        where k.workspace_id = ${scope.workspaceId} and k.listing_id = r.listing_id and c.provider = 'vrbo'
          and c.status <> 'disconnected')`.execute(db)
  return rows.length > 0
}

/** Whether the guest was not forgotten; undefined if there is no such guest. */
export async function isGuestKnown(db: Queryable, scope: Scope, id: string): Promise<boolean | undefined> {
  const { rows } = await sql<{ known: boolean }>`
    select forgotten_at is null as known from guests where ${inScope(scope, 'guests')} and id = ${id}`.execute(
    db,
  )
  return rows[0]?.known
}

export async function isCodeTaken(db: Queryable, scope: Scope, code: string): Promise<boolean> {
  const { rows } = await sql`
    select from reservations
    where workspace_id = ${scope.workspaceId} and confirmation_code = ${code} limit 1 ${prepared}`.execute(db)
  return rows.length > 0
}
