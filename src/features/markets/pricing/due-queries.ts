import { sql } from 'kysely'
import { lockRowsInTurn, type WorkerPlaces } from '../../../platform/fairness/turns-sql.ts'
import type { Queryable } from '../../../platform/tenant.ts'

/** Claims due listings over all workspaces until the claim expires. */
export async function claimDuePricing(
  db: Queryable,
  { now, until }: { now: Date; until: Date },
  places: WorkerPlaces,
): Promise<{ workspace_id: string; listing_id: string }[]> {
  const where = sql`(claimed_until is null or claimed_until <= ${now})`
  const due = { table: 'priced_listings', due: 'due_at', key: ['listing_id'], where }
  const { rows } = await sql<{ workspace_id: string; listing_id: string }>`
    update priced_listings set claim = gen_random_uuid(), claimed_until = ${until}
    where (workspace_id, listing_id) in ${lockRowsInTurn(due, now, places)}
    returning workspace_id, listing_id`.execute(db)
  return rows
}
