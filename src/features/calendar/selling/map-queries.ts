/** Which listing a channel listing belongs to, and who keeps that listing. */
import { sql } from 'kysely'
import { inScope, type Queryable, type Scope } from '../../../platform/tenant.ts'
import { holds } from '../../../records/calendar/public.ts'
import type { ListingKeeper } from '../../../records/listings/keeper.ts'
import { channelsOf, type ShownChannel } from '../../../records/listings/channels-sql.ts'
import { keeperOf } from '../../../records/listings/keeper-sql.ts'
import type { ChannelLinkKey } from './night-queries.ts'

export interface MappedListing {
  id: string
  name: string
  active: boolean
  archived: boolean
  currency: string | null
  /** 0: the number is unknown. */
  unitCount: number
  /** The channels it is on. */
  channels: ShownChannel[]
  keeper: ListingKeeper
}

export async function mappedListing(
  db: Queryable,
  scope: Scope,
  id: string,
): Promise<MappedListing | undefined> {
  const { rows } = await sql<MappedListing>`
    select l.id, l.name, l.active, l.archived_at is not null as archived, l.currency, l.unit_count as "unitCount",
           ${channelsOf('l')} as channels,
           ${keeperOf('l')} as keeper
    from listings l where l.workspace_id = ${scope.workspaceId} and l.id = ${id}`.execute(db)
  return rows[0]
}

export interface ChannelUnit extends ChannelLinkKey {
  listingId: string
  provider: string
  accountId: string | null
  externalAccountId: string
  status: string
  takesCalendar: boolean
  /** What the account's owner granted; null: unknown. */
  granted: string[] | null
  /** Whether our calendar is written there. */
  sells: boolean
  /** Whether changes made there by hand are overwritten; null: our calendar is not written there. */
  mendsDrift: boolean | null
  currency: string | null
}

/** Channel listings of this provider, filtered by the ids given. */
export async function channelUnits(
  db: Queryable,
  scope: Scope,
  provider: string,
  filter: { externalId?: string; externalAccountId?: string; connectionId?: string },
): Promise<ChannelUnit[]> {
  const { rows } = await sql<ChannelUnit>`
    select k.connection_id as "connectionId", k.external_id as "externalId", k.listing_id as "listingId", c.provider,
           l.account_id as "accountId", coalesce(a.external_account_id, c.external_account_id) as "externalAccountId",
           c.status, (c.write_policy->'calendar'->>'availability')::boolean as "takesCalendar", c.granted,
           s.external_id is not null as sells, s.mends_drift as "mendsDrift", l.currency
    from listing_links k
    left join selling_links s on s.workspace_id = k.workspace_id and s.connection_id = k.connection_id
      and s.external_id = k.external_id
    join connections c on c.workspace_id = k.workspace_id and c.id = k.connection_id
    join listings l on l.workspace_id = k.workspace_id and l.id = k.listing_id
    left join accounts a on a.workspace_id = l.workspace_id and a.id = l.account_id and a.connection_id = c.id
    where ${inScope(scope, 'listing_links', 'k')} and c.provider = ${provider} and c.status <> 'disconnected'
      and (${filter.externalId ?? null}::text is null or k.external_id = ${filter.externalId ?? null})
      and (${filter.connectionId ?? null}::bigint is null or k.connection_id = ${filter.connectionId ?? null})
      and (${filter.externalAccountId ?? null}::text is null
           or coalesce(a.external_account_id, c.external_account_id) = ${filter.externalAccountId ?? null})
    order by k.connection_id, k.external_id`.execute(db)
  return rows
}

/** Other channel listings of the same provider that the listing is linked with. */
export async function otherUnits(
  db: Queryable,
  scope: Scope,
  listingId: string,
  { connectionId, externalId }: ChannelLinkKey,
): Promise<string[]> {
  const { rows } = await sql<{ external_id: string }>`
    select k.external_id from listing_links k
    join connections c on c.workspace_id = k.workspace_id and c.id = k.connection_id
    join connections own on own.workspace_id = k.workspace_id and own.id = ${connectionId}
    where k.workspace_id = ${scope.workspaceId} and k.listing_id = ${listingId} and c.provider = own.provider
      and (k.connection_id, k.external_id) <> (${connectionId}::bigint, ${externalId}::text)
    order by k.external_id`.execute(db)
  return rows.map((row) => row.external_id)
}

/** Rows of the connection belong to this link only if the connection has no other link to the listing. */
const ofOneLink = (scope: Scope, connectionId: string, listingId: string) => sql`
  workspace_id = ${scope.workspaceId} and connection_id = ${connectionId} and listing_id = ${listingId}
  and (select count(*) from listing_links k where k.workspace_id = ${scope.workspaceId}
       and k.connection_id = ${connectionId} and k.listing_id = ${listingId}) <= 1`

export async function staysOfLink(
  tx: Queryable,
  scope: Scope,
  connectionId: string,
  listingId: string,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from reservations where ${ofOneLink(scope, connectionId, listingId)} order by id`.execute(tx)
  return rows.map(({ id }) => id)
}

export async function moveStays(
  tx: Queryable,
  scope: Scope,
  ids: readonly string[],
  to: string,
  at: Date,
): Promise<void> {
  await sql`
    update reservations set listing_id = ${to}, unit_id = null, updated_at = ${at}
    where workspace_id = ${scope.workspaceId} and id = any(${ids}::bigint[])`.execute(tx)
}

export async function moveThreads(
  tx: Queryable,
  scope: Scope,
  { connectionId, from, to, at }: { connectionId: string; from: string; to: string; at: Date },
): Promise<void> {
  for (const table of ['conversations', 'inquiries', 'reviews', 'special_offers'] as const) {
    await sql`
      update ${sql.table(table)} set listing_id = ${to}, updated_at = ${at}
      where ${ofOneLink(scope, connectionId, from)}`.execute(tx)
  }
}

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

/** Makes the listing native: its last known content is its own from now on. */
export async function keepHere(tx: Queryable, scope: Scope, listingId: string, at: Date): Promise<void> {
  await sql`
    update listings
    set connection_id = null, external_id = null, account_id = null, source_hash = null, updated_at = ${at}
    where workspace_id = ${scope.workspaceId} and id = ${listingId}`.execute(tx)
}

/**
 * Copies the nights from the listing's keeper, including settings still in flight. A night that a stay holds reopens
 * with the stay; any other closed night was closed by the host.
 */
export async function takeCalendarOver(
  tx: Queryable,
  scope: Scope,
  listingId: string,
  now: Date,
): Promise<void> {
  await sql`
    update calendar_days d
    set available = d.available or exists (
          select from reservations stay
          where stay.workspace_id = d.workspace_id and stay.listing_id = d.listing_id and stay.check_in <= d.date
            and stay.check_out > d.date and ${holds(now)}),
        available_units = l.unit_count, updated_at = ${now}
    from listings l
    where d.workspace_id = ${scope.workspaceId} and d.listing_id = ${listingId} and l.workspace_id = d.workspace_id
      and l.id = d.listing_id`.execute(tx)
  await sql`
    update calendar_days d
    set available = coalesce(p.available, d.available), price = coalesce(p.price, d.price),
        min_nights = coalesce(p.min_nights, d.min_nights), max_nights = coalesce(p.max_nights, d.max_nights)
    from calendar_pushes p
    where d.workspace_id = ${scope.workspaceId} and d.listing_id = ${listingId} and p.workspace_id = d.workspace_id
      and p.listing_id = d.listing_id and p.date = d.date and p.state in ('pending', 'sent', 'failed')`.execute(
    tx,
  )
  for (const table of ['calendar_pushes', 'calendar_reads', 'night_changes'] as const) {
    await sql`
      delete from ${sql.table(table)}
      where workspace_id = ${scope.workspaceId} and listing_id = ${listingId}`.execute(tx)
  }
}
