import { sql } from 'kysely'
import type { Queryable, Scope } from '../../platform/tenant.ts'
import type { QuotedListing, QuotedNight } from './quote-rules.ts'

export async function quotedListing(
  db: Queryable,
  scope: Scope,
  id: string,
): Promise<QuotedListing | undefined> {
  const { rows } = await sql<QuotedListing>`
    select min_nights, max_nights, unit_count,
           (details->>'personCapacity')::int as person_capacity
    from listings where workspace_id = ${scope.workspaceId} and id = ${id}`.execute(db)
  return rows[0]
}

/** Every night of the stay, and the day of departure as the last row. */
export async function quotedNights(
  db: Queryable,
  scope: Scope,
  listingId: string,
  { checkIn, checkOut }: { checkIn: string; checkOut: string },
): Promise<QuotedNight[]> {
  const { rows } = await sql<QuotedNight>`
    select ${checkIn}::date + night as date, day.available, day.min_nights, day.max_nights,
           day.closed_to_arrival, day.closed_to_departure, day.available_units,
           (select count(*)::int from sold_nights sold
            where sold.workspace_id = ${scope.workspaceId} and sold.listing_id = ${listingId}
              and sold.date = ${checkIn}::date + night) as sold_units
    from generate_series(0, ${checkOut}::date - ${checkIn}::date) night
    left join calendar_days day on day.workspace_id = ${scope.workspaceId} and day.listing_id = ${listingId}
      and day.date = ${checkIn}::date + night
    order by night`.execute(db)
  return rows
}
