/** Sold nights of natively booked listings. */
import { sql } from 'kysely'
import { prepared } from '../../platform/prepared-statements.ts'
import type { Queryable, Scope } from '../../platform/tenant.ts'

export interface NightStretch {
  listingId: string
  checkIn: string
  checkOut: string
}

const nightsOf = ({ checkIn, checkOut }: NightStretch) =>
  sql`select ${checkIn}::date + n as date from generate_series(0, ${checkOut}::date - ${checkIn}::date - 1) n`

/**
 * Takes a unit on every night. Violates the primary key if another stay has the unit, and the not-null
 * constraint if none is free.
 */
export async function updateNightsSold(
  db: Queryable,
  scope: Scope,
  stretch: NightStretch,
  { units, reservationId }: { units: number; reservationId: string },
): Promise<void> {
  const { listingId } = stretch
  await sql`
    insert into sold_nights (workspace_id, listing_id, date, place, reservation_id)
    select ${scope.workspaceId}, ${listingId}, nights.date, (
             select min(p) from generate_series(1, ${units}::int) p
             where not exists (select from sold_nights s
                               where s.workspace_id = ${scope.workspaceId} and s.listing_id = ${listingId}
                                 and s.date = nights.date and s.place = p)
           ), ${reservationId}
    from (${nightsOf(stretch)}) nights ${prepared}`.execute(db)
}

export async function updateNightsFree(db: Queryable, scope: Scope, reservationId: string): Promise<void> {
  await sql`
    delete from sold_nights
    where workspace_id = ${scope.workspaceId} and reservation_id = ${reservationId}`.execute(db)
}
