import { sql } from 'kysely'
import type { Queryable, Scope } from '../../platform/tenant.ts'

export interface ImportedListing {
  connection_id: string
  external_id: string
  listing_id: string
  name: string
}

/** Keyed by the accounts' ids of the listings. */
export async function importedListings(db: Queryable, child: Scope): Promise<ImportedListing[]> {
  const { rows } = await sql<ImportedListing>`
    select k.connection_id, k.external_id, k.listing_id, l.name
    from listing_links k
    join listings l on l.workspace_id = k.workspace_id and l.id = k.listing_id
    where k.workspace_id = ${child.workspaceId}`.execute(db)
  return rows
}
