import { sql } from 'kysely'
import type { Queryable, Scope } from '../../platform/tenant.ts'
import type { ListingRules } from '../../records/calendar/public.ts'

export async function quotedListing(
  db: Queryable,
  scope: Scope,
  id: string,
): Promise<ListingRules | undefined> {
  const { rows } = await sql<ListingRules>`
    select min_nights, max_nights, unit_count,
           (details->>'personCapacity')::int as person_capacity
    from listings where workspace_id = ${scope.workspaceId} and id = ${id}`.execute(db)
  return rows[0]
}
