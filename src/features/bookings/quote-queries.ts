import { sql } from 'kysely'
import type { Queryable, Scope } from '../../platform/tenant.ts'
import type { ListingRules } from '../../records/calendar/public.ts'

interface QuotedListing extends ListingRules {
  refuses_pets: boolean
}

export async function quotedListing(
  db: Queryable,
  scope: Scope,
  id: string,
): Promise<QuotedListing | undefined> {
  const { rows } = await sql<QuotedListing>`
    select min_nights, max_nights, unit_count,
           (details->>'personCapacity')::int as person_capacity,
           policies->'allowsPets' is not distinct from 'false'::jsonb as refuses_pets
    from listings where workspace_id = ${scope.workspaceId} and id = ${id}`.execute(db)
  return rows[0]
}
