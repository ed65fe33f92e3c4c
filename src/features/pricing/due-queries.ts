/** Which listings are to be looked at. */
import { sql } from 'kysely'
import type { Queryable } from '../../platform/tenant.ts'

/** Over all workspaces: a worker's question. Whoever asks has them alone until the claim runs out. */
export async function claimDue(
  db: Queryable,
  { now, until, limit }: { now: Date; until: Date; limit: number },
): Promise<{ workspace_id: string; listing_id: string }[]> {
  const { rows } = await sql<{ workspace_id: string; listing_id: string }>`
    update priced_listings set claim = gen_random_uuid(), claimed_until = ${until}
    where (workspace_id, listing_id) in (
      select workspace_id, listing_id from priced_listings
      where due_at <= ${now} and (claimed_until is null or claimed_until <= ${now})
      order by due_at limit ${limit} for update skip locked)
    returning workspace_id, listing_id`.execute(db)
  return rows
}
