/** A listing's nights as channels show them, and nights that can be sold twice. */
import { sql } from 'kysely'
import type { CalendarDayRecord } from '../../../contract/records.ts'
import { inScope, type Queryable, type Scope } from '../../../platform/tenant.ts'
import type { PushState } from '../../../upstream/nights/state.ts'

export interface ListingLink {
  provider: string
  connectionId: string
  /** The provider's id of the account; at Booking.com an account is one property. */
  accountId: string
  externalId: string
  keeperProvider: string | null
  since: Date | null
  comparedAt: Date | null
  changedFrom: string | null
  changedTo: string | null
  changedSince: Date | null
  markupPercent: string | null
  currency: string | null
  timeZone: string | null
  isUnlisted: boolean
  mendsDrift: boolean | null
}

/** Links of the listing with these `providers`, ordered by provider name. */
export async function listingLinks(
  db: Queryable,
  scope: Scope,
  listingId: string,
  providers: readonly string[],
): Promise<ListingLink[]> {
  const { rows } = await sql<ListingLink>`
    select c.provider, k.connection_id as "connectionId", c.external_account_id as "accountId", k.external_id as "externalId",
           keeping.provider as "keeperProvider", s.since, s.compared_at as "comparedAt", s.changed_from as "changedFrom",
           s.changed_to as "changedTo", s.changed_since as "changedSince", sold.markup_percent as "markupPercent", l.currency, l.time_zone as "timeZone",
           s.unlisted_at is not null as "isUnlisted", s.mends_drift as "mendsDrift"
    from listing_links k
    join connections c on c.workspace_id = k.workspace_id and c.id = k.connection_id
    join listings l on l.workspace_id = k.workspace_id and l.id = k.listing_id
    left join connections keeping on keeping.workspace_id = l.workspace_id and keeping.id = l.connection_id
    left join selling_links s on s.workspace_id = k.workspace_id and s.connection_id = k.connection_id
      and s.external_id = k.external_id
    left join channel_links sold on sold.workspace_id = k.workspace_id and sold.listing_id = k.listing_id
      and sold.platform = c.provider and sold.external_id = k.external_id
    where ${inScope(scope, 'listing_links', 'k')} and k.listing_id = ${listingId} and c.provider = any(${providers}::text[])
    order by c.provider, k.connection_id, k.external_id`.execute(db)
  return rows
}

export interface ChannelNightRow {
  connectionId: string
  externalId: string
  date: string
  available: boolean
  units: number
  price: string | null
  minNights: number
  maxNights: number | null
  closedToArrival: boolean
  closedToDeparture: boolean
  state: PushState
  differsSince: Date | null
  exposedSince: Date | null
  shown: CalendarDayRecord | null
  shownUnits: number | null
  shownAt: Date | null
  error: string | null
}

export async function channelNights(
  db: Queryable,
  scope: Scope,
  listingId: string,
  { from, to }: { from: string; to: string },
): Promise<ChannelNightRow[]> {
  const { rows } = await sql<ChannelNightRow>`
    select n.connection_id as "connectionId", n.external_id as "externalId", n.date, n.available, n.units, n.price,
           n.min_nights as "minNights", n.max_nights as "maxNights", n.closed_to_arrival as "closedToArrival",
           n.closed_to_departure as "closedToDeparture", n.state, n.differs_since as "differsSince",
           n.exposed_since as "exposedSince", n.shown, n.shown_units as "shownUnits", n.shown_at as "shownAt", n.error
    from selling_links k
    join channel_nights n on n.workspace_id = k.workspace_id and n.connection_id = k.connection_id
      and n.external_id = k.external_id and n.date between ${from} and ${to}
    where k.workspace_id = ${scope.workspaceId} and k.listing_id = ${listingId}`.execute(db)
  return rows
}

export interface ExposedLinkRow {
  listingId: string
  provider: string
  connectionId: string
  externalId: string
  exposedNights: number
  exposedSince: Date | null
  differingNights: number
  differsSince: Date | null
  error: string | null
}

/** Channel listings that differ from our calendar, longest exposed first. */
export async function exposedLinks(
  db: Queryable,
  scope: Scope,
  firstNight: string,
  limit: number,
): Promise<(ExposedLinkRow & { total: number })[]> {
  const { rows } = await sql<ExposedLinkRow & { total: number }>`
    select k.listing_id as "listingId", c.provider, k.connection_id as "connectionId", k.external_id as "externalId", n.*,
           (count(*) over ())::int as total
    from selling_links k
    join connections c on c.workspace_id = k.workspace_id and c.id = k.connection_id
    cross join lateral (
      select count(*) filter (where exposed_since is not null)::int as "exposedNights",
             min(exposed_since) as "exposedSince",
             count(*) filter (where differs_since is not null)::int as "differingNights",
             min(differs_since) as "differsSince", min(error) filter (where differs_since is not null) as error
      from channel_nights n
      where n.workspace_id = ${scope.workspaceId} and n.connection_id = k.connection_id and n.external_id = k.external_id
        and n.date >= ${firstNight}) n
    where ${inScope(scope, 'selling_links', 'k')} and n."differingNights" + n."exposedNights" > 0
    order by n."exposedSince" nulls last, n."exposedNights" desc, n."differsSince", k.connection_id, k.external_id
    limit ${limit}`.execute(db)
  return rows
}
