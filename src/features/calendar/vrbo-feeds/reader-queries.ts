/** Who fetched a listing's nights, and which. */
import { sql } from 'kysely'
import { inScope, type Queryable, type Scope } from '../../../platform/tenant.ts'
import type { ServedNights } from './served.ts'

export interface ReaderRow {
  accountId: string
  name: string
  timeZone: string | null
  served: ServedNights
  /** When it fetched them. */
  servedAt: Date | null
  reads: Date[]
}

/** Vrbo keeps what it has read, even after the listing was removed or the credentials revoked. */
const isOver = sql<boolean>`(f.removed_at is not null and f.served = '[]')`

/** Accounts that were served the listing. */
export async function readersOf(db: Queryable, scope: Scope, listingId: string): Promise<ReaderRow[]> {
  const { rows } = await sql<ReaderRow>`
    select f.account_id as "accountId", a.name, l.time_zone as "timeZone", f.served, f.served_at as "servedAt", a.reads
    from vrbo_listings f
    join vrbo_accounts a on a.workspace_id = f.workspace_id and a.id = f.account_id
    join listings l on l.workspace_id = f.workspace_id and l.id = f.listing_id
    where ${inScope(scope, 'vrbo_listings', 'f')} and f.listing_id = ${listingId} and not ${isOver}
    order by f.account_id`.execute(db)
  return rows
}
