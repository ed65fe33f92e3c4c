import { sql } from 'kysely'
import { claimEach, findDueInTurn } from '../../../platform/fairness/due-rows.ts'
import type { DueTable, WorkerPlaces } from '../../../platform/fairness/turns-sql.ts'
import type { Queryable } from '../../../platform/tenant.ts'

/** Claims due listings over all workspaces until the claim expires. */
export async function claimDuePricing(
  db: Queryable,
  { claim, now, until }: { claim: string; now: Date; until: Date },
  places: WorkerPlaces,
): Promise<{ workspace_id: string; listing_id: string }[]> {
  const where = sql`(claimed_until is null or claimed_until <= ${now})`
  const table: DueTable = { table: 'priced_listings', due: 'due_at', key: { listing_id: 'bigint' }, where }
  return claimEach(await findDueInTurn(db, table, now, places), ({ workspaceId, lockFree }) =>
    sql<{ workspace_id: string; listing_id: string }>`
      update priced_listings set claim = ${claim}, claimed_until = ${until}
      where workspace_id = ${workspaceId} and listing_id in ${lockFree}
      returning workspace_id, listing_id`.execute(db),
  )
}
