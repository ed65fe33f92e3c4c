import { listingEvents } from './events.ts'
import { insertHistory } from '../history-queries.ts'
import type { RecordBatch, AppliedBatch } from '../batch.ts'
import { archiveListings, listingIds } from './store-queries.ts'
import { openWrite, appendEvents } from '../../platform/outbox.ts'

/** Archives listings that their source no longer has, and writes history and events. */
export async function removeListings(
  batch: RecordBatch,
  externalIds: readonly string[],
): Promise<AppliedBatch> {
  const { tx, scope, connection, now, origin, runId } = batch
  const ids = await listingIds(tx, scope, connection.id, externalIds)
  if (ids.length === 0) return { changed: 0, failures: [], followUps: [] }
  const write = await openWrite(tx, scope, now)
  const archived = await archiveListings(write, ids)
  const history = archived.map(({ id, revision }) => ({
    type: 'listing',
    id,
    revision,
    change: 'deleted' as const,
    previous: { archivedAt: null },
  }))
  await insertHistory(tx, scope, history, { origin, runId, at: write.at })
  await appendEvents(write, await listingEvents(tx, scope, history, write.at))
  return { changed: archived.length, failures: [], followUps: [] }
}
