/** Each link says how a channel shows a listing. */
import { sql } from 'kysely'
import type { Queryable, Scope } from '../../platform/tenant.ts'
import type { ChannelLinkKey } from './listing-link-queries.ts'

/** Updates all links of the hotel, or on Airbnb those of the listing. */
export async function updateMarkup(
  db: Queryable,
  scope: Scope,
  { channel, place, listingIds }: { channel: string; place: string | null; listingIds: readonly string[] },
  percent: string | null,
  at: Date,
): Promise<void> {
  await sql`
    update channel_links
    set markup_percent = ${percent}::numeric, markup_set_here = true, updated_at = ${at}
    where workspace_id = ${scope.workspaceId} and listing_id = any(${listingIds}::bigint[]) and platform = ${channel}
      and (${place}::text is null or coalesce(hotel_id, external_id) = ${place})`.execute(db)
}

/** Stores the state read back from an Airbnb listing that another account keeps. Returns whether it changed. */
export async function updatePublication(
  tx: Queryable,
  scope: Scope,
  { listingId, externalId }: { listingId: string; externalId: string },
  { provider, live }: { provider: string; live: boolean },
): Promise<boolean> {
  const { rows } = await sql`
    update channel_links set active = ${live}
    where workspace_id = ${scope.workspaceId} and listing_id = ${listingId} and platform = ${provider}
      and external_id = ${externalId} and active is distinct from ${live}
    returning listing_id`.execute(tx)
  return rows.length > 0
}

/** Adds a channel manager to the listing's `channels`, which readings add for channels alone. */
export async function insertManagerLink(
  tx: Queryable,
  scope: Scope,
  { connectionId, externalId }: ChannelLinkKey,
  at: Date,
): Promise<void> {
  await sql`
    insert into channel_links (workspace_id, listing_id, platform, external_id, active, sync_enabled, created_at,
                               updated_at)
    select k.workspace_id, k.listing_id, n.provider, k.external_id, true, false, ${at}::timestamptz, ${at}::timestamptz
    from listing_links k
    join connections n on n.workspace_id = k.workspace_id and n.id = k.connection_id
    where k.workspace_id = ${scope.workspaceId} and k.connection_id = ${connectionId} and k.external_id = ${externalId}
    on conflict (workspace_id, listing_id, platform, external_id) do nothing`.execute(tx)
}

/** Sets in the listing's `channels` whether our calendar is written there. */
export async function updateSyncEnabled(
  tx: Queryable,
  scope: Scope,
  { connectionId, externalId }: ChannelLinkKey,
  { enabled, now }: { enabled: boolean; now: Date },
): Promise<void> {
  await sql`
    update channel_links c set sync_enabled = ${enabled}, updated_at = ${now}
    from listing_links k
    join connections n on n.workspace_id = k.workspace_id and n.id = k.connection_id
    where k.workspace_id = ${scope.workspaceId} and k.connection_id = ${connectionId} and k.external_id = ${externalId}
      and c.workspace_id = k.workspace_id and c.listing_id = k.listing_id and c.platform = n.provider
      and c.external_id = k.external_id and c.sync_enabled <> ${enabled}`.execute(tx)
}

export interface ChannelLinkRow {
  listing_id: string
  platform: string
  external_id: string
  hotel_id: string | null
  active: boolean
  sync_enabled: boolean
  sync_category: string | null
  markup_percent: string | null
}

/** Makes these the only links of the listings `of`, and returns the listings whose links differed. */
export async function replaceChannelLinks(
  db: Queryable,
  scope: Scope,
  rows: readonly ChannelLinkRow[],
  { of, at }: { of: readonly string[]; at: Date },
): Promise<Set<string>> {
  if (of.length === 0) return new Set()
  const input = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (listing_id bigint, platform text,
    external_id text, hotel_id text, active boolean, sync_enabled boolean, sync_category text, markup_percent numeric)`
  const deleted = await sql<{ listing_id: string }>`
    delete from channel_links l
    where l.workspace_id = ${scope.workspaceId} and l.listing_id = any(${of}::bigint[])
      and not exists (select from ${input} where r.listing_id = l.listing_id and r.platform = l.platform
                      and r.external_id = l.external_id)
    returning listing_id`.execute(db)
  const written = await sql<{ listing_id: string }>`
    insert into channel_links as l (workspace_id, listing_id, platform, external_id, hotel_id, active, sync_enabled,
                               sync_category, markup_percent, created_at, updated_at)
    select distinct on (listing_id, platform, external_id) ${scope.workspaceId}::bigint, listing_id, platform, external_id,
           hotel_id, active, sync_enabled, sync_category, markup_percent, ${at}::timestamptz, ${at}::timestamptz
    from ${input}
    on conflict (workspace_id, listing_id, platform, external_id) do update
      set hotel_id = excluded.hotel_id, active = excluded.active, sync_enabled = excluded.sync_enabled,
          sync_category = excluded.sync_category,
          markup_percent = case when l.markup_set_here then l.markup_percent else excluded.markup_percent end,
          updated_at = excluded.updated_at
      where (l.hotel_id, l.active, l.sync_enabled, l.sync_category) is distinct from
            (excluded.hotel_id, excluded.active, excluded.sync_enabled, excluded.sync_category)
        or (not l.markup_set_here and l.markup_percent is distinct from excluded.markup_percent)
    returning listing_id`.execute(db)
  return new Set([...deleted.rows, ...written.rows].map(({ listing_id }) => listing_id))
}

export async function removeLink(
  tx: Queryable,
  scope: Scope,
  { connectionId, externalId }: ChannelLinkKey,
): Promise<void> {
  await sql`
    delete from channel_links c using listing_links k, connections n
    where k.workspace_id = ${scope.workspaceId} and k.connection_id = ${connectionId} and k.external_id = ${externalId}
      and n.workspace_id = k.workspace_id and n.id = k.connection_id and c.workspace_id = k.workspace_id
      and c.listing_id = k.listing_id and c.platform = n.provider and c.external_id = k.external_id`.execute(
    tx,
  )
  await sql`
    delete from listing_links
    where workspace_id = ${scope.workspaceId} and connection_id = ${connectionId} and external_id = ${externalId}`.execute(
    tx,
  )
}

/** Moves the listing's `channels` entry with its markup. */
export async function moveChannelLink(
  tx: Queryable,
  scope: Scope,
  {
    provider,
    externalId,
    from,
    to,
    at,
  }: { provider: string; externalId: string; from: string; to: string; at: Date },
): Promise<void> {
  await sql`
    with gone as (
      delete from channel_links
      where workspace_id = ${scope.workspaceId} and listing_id = ${from} and platform = ${provider}
        and external_id = ${externalId}
      returning *
    )
    insert into channel_links (workspace_id, listing_id, platform, external_id, hotel_id, active, sync_enabled,
                               sync_category, markup_percent, created_at, updated_at, markup_set_here)
    select workspace_id, ${to}::bigint, platform, external_id, hotel_id, active, sync_enabled, sync_category, markup_percent, created_at,
           ${at}::timestamptz, markup_set_here
    from gone
    on conflict do nothing`.execute(tx)
}

/** Keeps the markup of a removed listing. */
export async function noteFeedLink(tx: Queryable, scope: Scope, listingId: string, at: Date): Promise<void> {
  await sql`
    insert into channel_links as c (workspace_id, listing_id, platform, external_id, active, sync_enabled, sync_category,
                                    created_at, updated_at)
    select f.workspace_id, f.listing_id, 'vrbo', f.listing_id::text, bool_or(f.removed_at is null and f.hidden_at is null),
           bool_or(f.removed_at is null), case when bool_or(f.removed_at is null) then 'sync_all' else 'none' end,
           ${at}::timestamptz, ${at}::timestamptz
    from vrbo_listings f
    join vrbo_accounts a on a.workspace_id = f.workspace_id and a.id = f.account_id and a.revoked_at is null
    where f.workspace_id = ${scope.workspaceId} and f.listing_id = ${listingId}
    group by f.workspace_id, f.listing_id
    on conflict (workspace_id, listing_id, platform, external_id) do update
      set active = excluded.active, sync_enabled = excluded.sync_enabled, sync_category = excluded.sync_category,
          updated_at = excluded.updated_at
      where (c.active, c.sync_enabled, c.sync_category)
        is distinct from (excluded.active, excluded.sync_enabled, excluded.sync_category)`.execute(tx)
}
