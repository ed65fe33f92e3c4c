/** A vendor that fetches our feeds reports their listings through an account of its own. */
import { sql } from 'kysely'
import type { Queryable, Scope } from '../../platform/tenant.ts'

export interface NamedOurListing {
  externalId: string
  account: string
  listing: string
}

export interface OurListing {
  externalId: string
  listingId: string
}

/** Selects listings that stood in the fetched feeds, are kept here, and are not linked to the account yet. */
export async function listingsOfOurs(
  db: Queryable,
  scope: Scope,
  connectionId: string,
  named: readonly NamedOurListing[],
): Promise<OurListing[]> {
  if (named.length === 0) return []
  const { rows } = await sql<OurListing>`
    select n.external_id as "externalId", f.listing_id::text as "listingId"
    from unnest(${named.map(({ externalId }) => externalId)}::text[], ${named.map(({ account }) => account)}::text[],
                ${named.map(({ listing }) => listing)}::bigint[]) n (external_id, account_id, listing_id)
    join vrbo_listings f on f.workspace_id = ${scope.workspaceId} and f.account_id = n.account_id
      and f.listing_id = n.listing_id and f.removed_at is null
    join listings l on l.workspace_id = f.workspace_id and l.id = f.listing_id and l.connection_id is null
      and l.archived_at is null
    where not exists (select from listing_links k
                      where k.workspace_id = f.workspace_id and k.connection_id = ${connectionId}
                        and k.external_id = n.external_id)
    order by f.listing_id`.execute(db)
  return rows
}

/** From now on, what the account says of these is stored for our listings. */
export async function linkListings(
  tx: Queryable,
  scope: Scope,
  connectionId: string,
  links: readonly OurListing[],
  at: Date,
): Promise<void> {
  if (links.length === 0) return
  await sql`
    insert into listing_links (workspace_id, connection_id, external_id, listing_id, created_at)
    select ${scope.workspaceId}, ${connectionId}, k.external_id, k.listing_id, ${at}
    from unnest(${links.map(({ externalId }) => externalId)}::text[], ${links.map(({ listingId }) => listingId)}::bigint[])
      k (external_id, listing_id)
    on conflict (workspace_id, connection_id, external_id) do nothing`.execute(tx)
}
