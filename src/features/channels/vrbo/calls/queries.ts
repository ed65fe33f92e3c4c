/** Bookings Vrbo made by call, and what it may book. */
import { sql } from 'kysely'
import type { Queryable, Scope } from '../../../../platform/tenant.ts'
import { shownStatus } from '../../../../records/reservations/status-sql.ts'
import type { CallStay } from './render-answers.ts'

interface CallKey {
  accountId: string
  trackingUuid: string
}

/** The first call with a tracking id proceeds; others wait and get its reservation. undefined: it is the first. */
export async function claimCall(
  tx: Queryable,
  scope: Scope,
  { accountId, trackingUuid }: CallKey,
  at: Date,
): Promise<string | undefined> {
  const { numAffectedRows } = await sql`
    insert into vrbo_bookings (workspace_id, account_id, tracking_uuid, booked_at)
    values (${scope.workspaceId}, ${accountId}, ${trackingUuid}, ${at})
    on conflict do nothing`.execute(tx)
  if (Number(numAffectedRows ?? 0) > 0) return undefined
  const { rows } = await sql<{ id: string | null }>`
    select reservation_id::text as id from vrbo_bookings
    where workspace_id = ${scope.workspaceId} and account_id = ${accountId} and tracking_uuid = ${trackingUuid}`.execute(
    tx,
  )
  const [row] = rows
  if (!row?.id) throw new Error('a booking of Vrbo was kept without its reservation')
  return row.id
}

/**
 * The same booking, if the Vrbo account delivered it before the call: same home, nights and last name, not claimed by
 * another call.
 */
export async function reservationFromAccount(
  tx: Queryable,
  scope: Scope,
  accountId: string,
  request: { listingId: string; arrival: string; departure: string; lastName: string },
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select r.id::text as id from reservations r
    join vrbo_listings f on f.workspace_id = r.workspace_id and f.listing_id = r.listing_id and f.account_id = ${accountId}
    join connections c on c.workspace_id = r.workspace_id and c.id = r.connection_id and c.provider = 'vrbo'
    left join guests g on g.workspace_id = r.workspace_id and g.id = r.guest_id
    where r.workspace_id = ${scope.workspaceId} and r.listing_id = ${request.listingId} and r.source = 'vrbo'
      and r.check_in = ${request.arrival} and r.check_out = ${request.departure} and r.status <> 'cancelled'
      and r.merged_into is null and lower(coalesce(g.last_name, ${request.lastName})) = lower(${request.lastName})
      and not exists (select from vrbo_bookings b where b.workspace_id = ${scope.workspaceId} and b.reservation_id = r.id)
    order by r.id limit 1`.execute(tx)
  return rows[0]?.id
}

export async function updateCallReservation(
  tx: Queryable,
  scope: Scope,
  { accountId, trackingUuid }: CallKey,
  reservationId: string,
): Promise<void> {
  await sql`
    update vrbo_bookings set reservation_id = ${reservationId}
    where workspace_id = ${scope.workspaceId} and account_id = ${accountId} and tracking_uuid = ${trackingUuid}`.execute(
    tx,
  )
}

export interface SoldListing {
  isSold: boolean
  timeZone: string | null
  currency: string | null
  markupPercent: string | null
  minNights: number | null
  maxNights: number | null
  unitCount: number
  personCapacity: number | null
}

export async function soldListing(
  db: Queryable,
  scope: Scope,
  accountId: string,
  listingId: string,
): Promise<SoldListing | undefined> {
  const { rows } = await sql<SoldListing>`
    select l.active and l.archived_at is null and f.removed_at is null and f.hidden_at is null as "isSold",
           l.time_zone as "timeZone", l.currency, sold.markup_percent as "markupPercent", l.min_nights as "minNights",
           l.max_nights as "maxNights", l.unit_count as "unitCount", (l.details->>'personCapacity')::int as "personCapacity"
    from vrbo_listings f
    join listings l on l.workspace_id = f.workspace_id and l.id = f.listing_id
    left join channel_links sold on sold.workspace_id = f.workspace_id and sold.listing_id = f.listing_id
      and sold.platform = 'vrbo' and sold.external_id = f.listing_id::text
    where f.workspace_id = ${scope.workspaceId} and f.account_id = ${accountId} and f.listing_id = ${listingId}`.execute(
    db,
  )
  return rows[0]
}

const stays = (scope: Scope, now: Date) => sql`
  select b.reservation_id::text as "reservationId", reservations.listing_id::text as "listingId", b.account_id as "accountId",
         g.first_name as "firstName", g.last_name as "lastName",
         (select value from guest_contacts c where c.workspace_id = ${scope.workspaceId} and c.guest_id = g.id and c.type = 'email'
          order by is_primary desc, value limit 1) as email,
         (select value from guest_contacts c where c.workspace_id = ${scope.workspaceId} and c.guest_id = g.id and c.type = 'phone'
          order by is_primary desc, value limit 1) as phone,
         reservations.total_price::text as total, reservations.currency, (reservations.occupancy->>'adults')::int as adults,
         (reservations.occupancy->>'children')::int as children, (reservations.occupancy->>'pets')::int as pets,
         reservations.check_in as "checkIn", reservations.check_out as "checkOut", ${shownStatus(now)} as status,
         reservations.updated_at as "updatedAt"
  from vrbo_bookings b
  join reservations on reservations.workspace_id = b.workspace_id and reservations.id = b.reservation_id
  left join guests g on g.workspace_id = reservations.workspace_id and g.id = reservations.guest_id`

export async function bookedStay(
  db: Queryable,
  scope: Scope,
  accountId: string,
  reservationId: string,
  now: Date,
): Promise<CallStay | undefined> {
  const { rows } = await sql<CallStay>`
    ${stays(scope, now)}
    where b.workspace_id = ${scope.workspaceId} and b.account_id = ${accountId} and b.reservation_id = ${reservationId}`.execute(
    db,
  )
  return rows[0]
}

/** All bookings changed since, including cancelled ones: Vrbo computes its commission from them. */
export async function changedBookings(
  db: Queryable,
  scope: Scope,
  accountId: string,
  since: Date,
): Promise<{ reservationId: string; updatedAt: Date }[]> {
  const { rows } = await sql<{ reservationId: string; updatedAt: Date }>`
    select b.reservation_id::text as "reservationId", r.updated_at as "updatedAt"
    from vrbo_bookings b
    join reservations r on r.workspace_id = b.workspace_id and r.id = b.reservation_id
    where b.workspace_id = ${scope.workspaceId} and b.account_id = ${accountId} and r.updated_at >= ${since}
    order by r.updated_at, b.reservation_id`.execute(db)
  return rows
}
