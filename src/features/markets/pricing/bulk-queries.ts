import { sql } from 'kysely'
import { inScope, type Queryable, type Scope } from '../../../platform/tenant.ts'

export interface BulkListing {
  id: string
  name: string
  active: boolean
  inactive_reason: string | null
}

export async function bulkListings(
  db: Queryable,
  scope: Scope,
  ids: readonly string[],
): Promise<BulkListing[]> {
  const { rows } = await sql<BulkListing>`
    select id, name, active, inactive_reason from listings
    where ${inScope(scope, 'listings')} and id = any(${ids}::bigint[])`.execute(db)
  return rows
}
