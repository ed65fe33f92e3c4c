import { sql, type RawBuilder } from 'kysely'
import { inScope, type Queryable, type Scope } from '../../../../platform/tenant.ts'
import type { AlterationRow } from '../../../../records/alterations/store-queries.ts'
import { onActiveListing } from '../../../../records/active-listing-sql.ts'
import { hostOf, throughAccounts, type RowHost } from '../../engine/row-sql.ts'

export interface StoredAlteration extends AlterationRow {
  id: string
  connection_id: string
  host: RowHost
  confirmation_code: string
  reservation_external_id: string
  listing_id: string
  account_id: string | null
  channel: string | null
  new_listing_id: string | null
  created_at: Date
  updated_at: Date
}

const columns = (
  scope: Scope,
) => sql`a.id, a.connection_id, a.external_id, a.reservation_id, a.status, a.initiator, a.original, a.check_in,
  a.check_out, a.guest_count, a.total_price, a.listing_external_id, a.source_status, a.requested_at::text, a.responded_at::text,
  a.created_at, a.updated_at, ${hostOf(scope, 'a')} as host, r.confirmation_code, r.external_id as reservation_external_id,
  r.listing_id, r.account_id, r.source as channel,
  (select k.listing_id from listing_links k
   where k.workspace_id = ${scope.workspaceId}::bigint and k.connection_id = a.connection_id
     and k.external_id = a.listing_external_id) as new_listing_id`

const rows = (scope: Scope, connectionIds: readonly string[], condition: RawBuilder<unknown>) =>
  sql<StoredAlteration>`
    select ${columns(scope)} from reservation_alterations a
    join reservations r on r.workspace_id = a.workspace_id and r.id = a.reservation_id
    where ${inScope(scope, 'reservation_alterations', 'a')} and ${throughAccounts('a', connectionIds)} and ${condition}
    order by a.requested_at desc nulls last, a.id desc limit 1000`

export async function alterationRows(
  db: Queryable,
  scope: Scope,
  filters: { connectionIds: readonly string[]; isPending: boolean; code?: string | undefined },
): Promise<StoredAlteration[]> {
  const conditions = [
    onActiveListing(scope, sql.ref('r.listing_id')),
    ...(filters.isPending ? [sql`a.status = 'pending'`] : []),
    ...(filters.code === undefined ? [] : [sql`r.confirmation_code = ${filters.code}`]),
  ]
  const found = await rows(scope, filters.connectionIds, sql.join(conditions, sql` and `)).execute(db)
  return found.rows
}

/** By our id, or else by Airbnb's. */
export async function alteration(
  db: Queryable,
  scope: Scope,
  id: string,
  connectionIds: readonly string[],
): Promise<StoredAlteration | undefined> {
  for (const called of [sql`a.id = ${id}`, sql`a.external_id = ${id}`]) {
    const found = await rows(scope, connectionIds, called).execute(db)
    if (found.rows[0]) return found.rows[0]
  }
  return undefined
}

/** A listing of the account, by our id or the account's. */
export async function listingInAccount(
  db: Queryable,
  scope: Scope,
  connectionId: string,
  ids: { listingId?: string; airbnbListingId?: string },
): Promise<{ listing_id: string; external_id: string } | undefined> {
  const { rows: found } = await sql<{ listing_id: string; external_id: string }>`
    select listing_id, external_id from listing_links
    where ${inScope(scope, 'listing_links')} and connection_id = ${connectionId}
      and (listing_id = ${ids.listingId ?? null}::bigint or external_id = ${ids.airbnbListingId ?? null})
    order by external_id limit 1`.execute(db)
  return found[0]
}
