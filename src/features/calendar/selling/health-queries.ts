/** Health of links with channel listings. */
import { sql } from 'kysely'
import { inScope, type Queryable, type Scope } from '../../../platform/tenant.ts'

export interface LinkHealthRow {
  connectionId: string
  externalId: string
  isUp: boolean
  sells: boolean
  exposedNights: number
  exposedSince: Date | null
  differingNights: number
  differsSince: Date | null
  error: string | null
}

export async function linkHealthRows(
  db: Queryable,
  scope: Scope,
  listingIds: readonly string[],
  firstNight: string,
): Promise<LinkHealthRow[]> {
  const { rows } = await sql<LinkHealthRow>`
    select k.connection_id as "connectionId", k.external_id as "externalId", c.status = 'active' as "isUp",
           s.since is not null as sells, n.*
    from listing_links k
    join connections c on c.workspace_id = k.workspace_id and c.id = k.connection_id
    left join selling_links s on s.workspace_id = k.workspace_id and s.connection_id = k.connection_id
      and s.external_id = k.external_id
    cross join lateral (
      select count(*) filter (where exposed_since is not null)::int as "exposedNights",
             min(exposed_since) as "exposedSince",
             count(*) filter (where differs_since is not null)::int as "differingNights",
             min(differs_since) as "differsSince", min(error) filter (where differs_since is not null) as error
      from channel_nights n
      where n.workspace_id = ${scope.workspaceId} and n.connection_id = k.connection_id and n.external_id = k.external_id
        and n.date >= ${firstNight}) n
    where ${inScope(scope, 'listing_links', 'k')} and k.listing_id = any(${listingIds}::bigint[])`.execute(db)
  return rows
}
