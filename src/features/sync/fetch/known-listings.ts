/** A stay may be read before its listing, so the listing is then read first. */
import { toStorable } from '../../../records/canonical.ts'
import { requestFetches } from '../state/fetch-queries.ts'
import { applyListings } from '../../../records/listings/store.ts'
import { storeAllOrIsolate } from '../../../records/isolate-bad-records.ts'
import { listingRefs } from '../../../records/lookup-queries.ts'
import { commit, contextOf, filterReadable, type SyncTurn } from '../state/turn.ts'

export async function ensureListings(turn: SyncTurn, externalIds: readonly string[]): Promise<void> {
  const { scope, connection, connector, environment } = turn
  if (externalIds.length === 0) return
  const known = await listingRefs(environment.services.db, scope, connection.id, externalIds)
  const one = connector.operations.listings?.one
  if (!one) return
  for (const externalId of externalIds.filter((id) => !known.has(id) && !turn.unknownListings.has(id))) {
    const record = await one(contextOf(turn, 'bookings'), externalId)
    if (record === null) {
      // A missing listing is asked for once in a turn, however many stays name it.
      turn.unknownListings.add(externalId)
      continue
    }
    await commit(turn, { origin: 'sync:listing', runId: null }, async (batch) => {
      const { followUps } = await storeAllOrIsolate(batch, [toStorable(record)], applyListings)
      await requestFetches(batch.tx, scope, connection.id, filterReadable(turn, followUps), {
        dueAt: batch.now,
        runId: null,
      })
    })
  }
}
