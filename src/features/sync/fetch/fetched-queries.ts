import { sql } from 'kysely'
import type { Queryable, Scope } from '../../../platform/tenant.ts'

export interface FetchedListing {
  id: string
  name: string
  model: 'home' | 'hotel'
  unitCount: number
  archived: boolean
}

/** What reading the rooms or nights of a listing needs to know of it: only from its keeper are they read. */
export async function storedListing(
  db: Queryable,
  scope: Scope,
  connectionId: string,
  externalId: string,
): Promise<FetchedListing | undefined> {
  const { rows } = await sql<FetchedListing>`
    select id, name, model, unit_count as "unitCount", archived_at is not null as archived from listings
    where workspace_id = ${scope.workspaceId} and connection_id = ${connectionId} and external_id = ${externalId}`.execute(
    db,
  )
  return rows[0]
}
