/** Who fetched the nights of a listing, and which. */
import { sql } from 'kysely'
import { inScope, type Queryable, type Scope } from '../../platform/tenant.ts'
import type { ServedNights } from './served.ts'

export interface ReaderRow {
  accountId: string
  served: ServedNights
  reads: Date[]
}

/** Those that were told of it, also if it was taken out since: what Vrbo has read, it keeps. */
export async function readersOf(db: Queryable, scope: Scope, listingId: string): Promise<ReaderRow[]> {
  const { rows } = await sql<ReaderRow>`
    select f.account_id as "accountId", f.served, a.reads
    from vrbo_listings f
    join vrbo_accounts a on a.workspace_id = f.workspace_id and a.id = f.account_id
    where ${inScope(scope, 'vrbo_listings', 'f')} and f.listing_id = ${listingId}
      and (f.removed_at is null or f.served <> '[]')
    order by f.account_id`.execute(db)
  return rows
}
