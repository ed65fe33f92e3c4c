/** Stores how far a channel lets a linked listing be managed from outside. */
import { sql } from 'kysely'
import type { Queryable, Scope } from '../../platform/tenant.ts'
import type { StoredConnection } from '../batch.ts'

export interface LinkCategory {
  external_id: string
  sync_category: string
}

/** Selects links of the connection whose stored category differs from the given one. */
const withOtherCategories = (
  scope: Scope,
  { id, provider }: Pick<StoredConnection, 'id' | 'provider'>,
  links: readonly LinkCategory[],
) => sql`
  channel_links c
  join listing_links k on k.workspace_id = c.workspace_id and k.listing_id = c.listing_id
    and k.external_id = c.external_id
  join jsonb_to_recordset(${JSON.stringify(links)}::jsonb) as r (external_id text, sync_category text)
    on r.external_id = c.external_id
  where c.workspace_id = ${scope.workspaceId} and k.connection_id = ${id} and c.platform = ${provider}
    and c.sync_category is distinct from r.sync_category`

export async function listingsWithOtherCategories(
  db: Queryable,
  scope: Scope,
  connection: Pick<StoredConnection, 'id' | 'provider'>,
  links: readonly LinkCategory[],
): Promise<string[]> {
  if (links.length === 0) return []
  const { rows } = await sql<{ id: string }>`
    select distinct c.listing_id as id from ${withOtherCategories(scope, connection, links)} order by 1`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

export async function setCategories(
  db: Queryable,
  scope: Scope,
  connection: Pick<StoredConnection, 'id' | 'provider'>,
  links: readonly LinkCategory[],
): Promise<void> {
  await sql`
    update channel_links l set sync_category = o.sync_category
    from (select c.listing_id, c.platform, c.external_id, r.sync_category
          from ${withOtherCategories(scope, connection, links)}) o
    where l.workspace_id = ${scope.workspaceId} and l.listing_id = o.listing_id and l.platform = o.platform
      and l.external_id = o.external_id`.execute(db)
}
