import { sql } from 'kysely'
import type { Queryable, Scope } from '../../platform/tenant.ts'

export interface CurrentReservation {
  id: string
  listing_id: string
  revision: number
}

/** A new subscriber needs the standing and future bookings of active listings. */
export async function currentReservations(
  db: Queryable,
  scope: Scope,
  now: Date,
): Promise<CurrentReservation[]> {
  const { rows } = await sql<CurrentReservation>`
    select r.id, r.listing_id, r.revision from reservations r
    join listings l on l.workspace_id = r.workspace_id and l.id = r.listing_id and l.active
    where r.workspace_id = ${scope.workspaceId} and r.merged_into is null and r.status in ('confirmed', 'pending') and r.completes_at > ${now}
      and (r.lapses_at is null or r.lapses_at > ${now})
    order by r.id`.execute(db)
  return rows
}
