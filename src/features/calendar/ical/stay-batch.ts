/** What stays of feeds are stored with. */
import type { Queryable, Scope } from '../../../platform/tenant.ts'
import type { Batch } from '../../../records/batch.ts'
import { feedAccount, listingOfFeed } from './span-queries.ts'

interface Storing {
  tx: Queryable
  scope: Scope
  now: Date
  listingId: string
}

/** The account is made with the first stay. */
export async function stayBatch({ tx, scope, now, listingId }: Storing): Promise<Batch> {
  const listing = await listingOfFeed(tx, scope, listingId)
  return {
    tx,
    scope,
    now,
    connection: await feedAccount(tx, scope, now),
    origin: 'ical',
    runId: null,
    listings: new Map(listing ? [[listing.external_id, listing]] : []),
  }
}
