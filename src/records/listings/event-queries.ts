/** Reads listings in the form that events carry. */
import { sql } from 'kysely'
import type { Queryable, Scope } from '../../platform/tenant.ts'
import { channelsOf, type ShownChannel } from './channels-sql.ts'

export interface ListingEventRow {
  id: string
  name: string
  external_id: string | null
  active: boolean
  inactive_reason: string | null
  archived_at: Date | null
  street: string | null
  city: string | null
  state: string | null
  country_code: string | null
  thumbnail_url: string | null
  details: { bedrooms?: unknown; bathrooms?: unknown; personCapacity?: unknown } | null
  revision: number
  created_at: Date
  updated_at: Date
  channels: ShownChannel[]
  account: { id: string | null; provider: string; externalAccountId: string } | null
  provider: string | null
}

export async function listingEventRows(
  db: Queryable,
  scope: Scope,
  ids: readonly string[],
): Promise<ListingEventRow[]> {
  const { rows } = await sql<ListingEventRow>`
    select l.id, l.name, l.external_id, l.active, l.inactive_reason, l.archived_at, l.street, l.city, l.state,
           l.country_code, l.thumbnail_url, l.details, l.revision, l.created_at, l.updated_at, c.provider,
           case when a.id is not null then jsonb_build_object('id', a.connection_id::text, 'provider', a.provider,
             'externalAccountId', a.external_account_id) end as account,
           ${channelsOf('l', scope)} as channels
    from listings l
    left join connections c on c.workspace_id = l.workspace_id and c.id = l.connection_id
    left join accounts a on a.workspace_id = l.workspace_id and a.id = l.account_id
    where l.workspace_id = ${scope.workspaceId} and l.id = any(${ids}::bigint[])
    order by l.id`.execute(db)
  return rows
}

/** Returns the listings that a subscription's snapshot shows. */
export async function currentListingIds(db: Queryable, scope: Scope): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from listings
    where workspace_id = ${scope.workspaceId} and active and archived_at is null order by id`.execute(db)
  return rows.map((row) => row.id)
}
