/** A link says which listing an account's records belong to. */
import { sql } from 'kysely'
import type { Queryable, Scope } from '../../platform/tenant.ts'

/** Gives the channel listing its own name again, which a reading had stored on the old listing. */
export async function noteUnitName(
  tx: Queryable,
  scope: Scope,
  { connectionId, externalId }: ChannelLinkKey,
): Promise<void> {
  await sql`
    update listing_links k set unit_name = l.name
    from listings l
    where k.workspace_id = ${scope.workspaceId} and k.connection_id = ${connectionId} and k.external_id = ${externalId}
      and k.unit_name is null and l.workspace_id = k.workspace_id and l.id = k.listing_id`.execute(tx)
}

export async function repointLink(
  tx: Queryable,
  scope: Scope,
  key: ChannelLinkKey,
  listingId: string,
): Promise<void> {
  const { connectionId, externalId } = key
  await sql`
    update listing_links set listing_id = ${listingId}
    where workspace_id = ${scope.workspaceId} and connection_id = ${connectionId} and external_id = ${externalId}`.execute(
    tx,
  )
}

export interface NewUnit extends ChannelLinkKey {
  provider: string
  listingId: string
  syncCategory: string | null
}

/** Links the channel listing, which guests cannot find yet. Returns false if a reading linked it before. */
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

export interface ChannelLinkKey {
  connectionId: string
  externalId: string
}
