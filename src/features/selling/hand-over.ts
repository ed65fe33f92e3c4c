/** A listing that a channel or a PMS kept is kept here from now on: then its calendar can be sold on several channels. */
import { appendEvents, type Write } from '../../platform/outbox.ts'
import { insertHistory } from '../../records/history-queries.ts'
import { listingEvents } from '../../records/listings/events.ts'
import type { KeptByConnection } from '../../records/listings/keeper.ts'
import { keepHere, reviseListing, startSelling, takeCalendarOver } from './map-queries.ts'

const origin = 'api'

/** A channel that kept it becomes one that it is sold on; a PMS goes on telling of its stays and threads, and of nothing else. */
export async function handOver(
  write: Write,
  listingId: string,
  keeper: KeptByConnection,
  { sellsThere }: { sellsThere: boolean },
): Promise<void> {
  const { tx, scope, now, at } = write
  await takeCalendarOver(tx, scope, listingId, now)
  await keepHere(tx, scope, listingId, at)
  if (sellsThere) await startSelling(tx, scope, keeper, listingId, now)
  await noteChange(write, listingId, 'updated', {
    channel: keeper.provider,
    externalListingId: keeper.externalId,
  })
}

/** The change is in the listing's history, and told. */
export async function noteChange(
  write: Write,
  id: string,
  change: 'updated' | 'deleted',
  previous: Record<string, unknown>,
): Promise<void> {
  const { tx, scope, at } = write
  const history = { type: 'listing', id, revision: await reviseListing(tx, scope, id, at), change, previous }
  await insertHistory(tx, scope, [history], { origin, runId: null, at })
  await appendEvents(write, await listingEvents(tx, scope, [history], at))
}
