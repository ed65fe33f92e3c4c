/** Which listing a channel listing belongs to, and who keeps that listing. */
import { sql } from 'kysely'
import { inScope, type Queryable, type Scope } from '../../../platform/tenant.ts'
import type { ListingKeeper } from '../../../records/listings/keeper.ts'
import { channelsOf, type ShownChannel } from '../../../records/listings/channels-sql.ts'
import { keeperOf } from '../../../records/listings/keeper-sql.ts'
import type { ChannelLinkKey } from '../../../records/listings/listing-link-queries.ts'

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
           ${channelsOf('l', scope)} as channels,
           ${keeperOf('l', scope)} as keeper
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
