/** The link of a channel listing that was created from here. */
import { sql } from 'kysely'
import type { Queryable, Scope } from '../../../platform/tenant.ts'
import type { ChannelLinkKey } from './night-queries.ts'

export interface NewUnit extends ChannelLinkKey {
  provider: string
  listingId: string
  syncCategory: string | null
}

/** Links the channel listing, which guests cannot find yet. false: a reading of the account linked it before. */
export async function insertUnit(
  tx: Queryable,
  scope: Scope,
  { provider, connectionId, externalId, listingId, syncCategory }: NewUnit,
  at: Date,
): Promise<boolean> {
  const { rows } = await sql`
    with linked as (
      insert into listing_links (workspace_id, connection_id, external_id, listing_id, created_at)
      values (${scope.workspaceId}, ${connectionId}, ${externalId}, ${listingId}, ${at})
      on conflict (workspace_id, connection_id, external_id) do nothing
      returning workspace_id, listing_id, external_id
    ), shown as (
      insert into channel_links (workspace_id, listing_id, platform, external_id, active, sync_enabled, sync_category,
                                 created_at, updated_at)
      select workspace_id, listing_id, ${provider}, external_id, false, true, ${syncCategory}, ${at}::timestamptz,
             ${at}::timestamptz
      from linked
      on conflict (workspace_id, listing_id, platform, external_id) do nothing
    )
    select 1 from linked`.execute(tx)
  return rows.length > 0
}
