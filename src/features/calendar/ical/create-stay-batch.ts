/** The batch that stores stays of feeds. */
import type { Queryable, Scope } from '../../../platform/tenant.ts'
import type { RecordBatch } from '../../../records/batch.ts'
import { listingOfFeed } from './span-queries.ts'
import { feedAccount } from '../../../upstream/connections/feed-account-queries.ts'

interface StayBatchContext {
  tx: Queryable
  scope: Scope
  now: Date
  listingId: string
}

/** Creates the feed account with the first stay. */
export async function createStayBatch({ tx, scope, now, listingId }: StayBatchContext): Promise<RecordBatch> {
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
