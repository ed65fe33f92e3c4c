import { sql } from 'kysely'
import type { Queryable, Scope } from '../../platform/tenant.ts'
import type { ListingRules } from '../../records/calendar/public.ts'

export interface BookingRules extends ListingRules {
  refuses_pets: boolean
  refuses_children: boolean
  /** Days between the booking and the arrival. */
  notice_days: number
  /** Days kept free between stays. */
  turnover_days: number
}

export async function bookingRules(
  db: Queryable,
  scope: Scope,
  id: string,
): Promise<BookingRules | undefined> {
  const { rows } = await sql<BookingRules>`
    select min_nights, max_nights, unit_count,
           (details->>'personCapacity')::int as person_capacity,
           policies->'allowsPets' is not distinct from 'false'::jsonb as refuses_pets,
           policies->'allowsChildren' is not distinct from 'false'::jsonb as refuses_children,
           coalesce((details->>'advanceBookingDays')::int, 0) as notice_days,
           coalesce((details->>'turnoverDays')::int, 0) as turnover_days
    from listings where workspace_id = ${scope.workspaceId} and id = ${id}`.execute(db)
  return rows[0]
}
