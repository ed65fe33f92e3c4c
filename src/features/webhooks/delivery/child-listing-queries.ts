/** Listings of child workspaces, which may lie on another machine than the deliveries of their parent's webhooks. */
import { sql } from 'kysely'
import { arrayText } from '../../../platform/array-text.ts'
import type { Queryable } from '../../../platform/tenant.ts'
import type { ClaimedDeliveryRow } from './claimed-delivery.ts'

/** Withholds what is about a child's inactive listing. Own listings were read with the claim. */
export async function checkChildListings(
  db: Queryable,
  claimed: readonly ClaimedDeliveryRow[],
): Promise<readonly ClaimedDeliveryRow[]> {
  const ofChildren = claimed.filter(({ child_listing_id }) => child_listing_id !== null)
  if (ofChildren.length === 0) return claimed
  const { rows } = await sql<{ workspace_id: string; id: string }>`
    select distinct l.workspace_id, l.id
    from unnest(${arrayText(ofChildren.map((row) => row.event_workspace_id))}::bigint[],
                ${arrayText(ofChildren.map((row) => row.child_listing_id))}::bigint[]) as c (workspace_id, listing_id)
    join listings l on l.workspace_id = c.workspace_id and l.id = c.listing_id
    where not l.active`.execute(db)
  const inactive = new Set(rows.map(({ workspace_id, id }) => `${workspace_id} ${id}`))
  return claimed.map((row) =>
    inactive.has(`${row.event_workspace_id} ${row.child_listing_id}`) ? { ...row, may_be_sent: false } : row,
  )
}
