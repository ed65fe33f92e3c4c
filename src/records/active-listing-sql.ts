import { sql, type RawBuilder } from 'kysely'
import type { Scope } from '../platform/tenant.ts'

/** Lists and totals show a row only if it belongs to no listing or to an active one. */
export function onActiveListing(scope: Scope, listingId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`(${listingId} is null or exists (
    select 1 from listings active_listing
    where active_listing.workspace_id = ${scope.workspaceId}::bigint
      and active_listing.id = ${listingId} and active_listing.active))`
}
