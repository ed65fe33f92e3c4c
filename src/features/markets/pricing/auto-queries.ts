import { sql } from 'kysely'
import type { Queryable, Scope } from '../../../platform/tenant.ts'

/** Returns prices of active listings in `auto` mode that differ from the calendar's. */
export async function pendingOfAuto(
  db: Queryable,
  scope: Scope,
  ids: readonly string[],
): Promise<{ listing_id: string; dates: string[] }[]> {
  const { rows } = await sql<{ listing_id: string; dates: string[] }>`
    select p.listing_id, jsonb_agg(r.date order by r.date) as dates
    from priced_listings p
    join listings l on l.workspace_id = p.workspace_id and l.id = p.listing_id and l.active
    join price_recommendations r on r.workspace_id = p.workspace_id and r.listing_id = p.listing_id
      and r.status = 'pending' and r.recommended_price is distinct from r.current_price
    where p.workspace_id = ${scope.workspaceId} and p.listing_id = any(${ids}::bigint[]) and p.settings->>'mode' = 'auto'
    group by p.listing_id order by p.listing_id`.execute(db)
  return rows
}
