/** A listing that a channel or a PMS kept is kept here from now on: then its calendar can be sold on several channels. */
import type { Write } from '../../../platform/outbox.ts'
import type { KeptByConnection } from '../../../records/listings/keeper.ts'
import { noteListingChanges } from '../../../records/listings/note-changes.ts'
import { keepHere, takeCalendarOver } from './map-queries.ts'
import { startSelling } from './start-queries.ts'

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
  if (sellsThere) await startSelling(tx, scope, keeper, { listingId, now })
}

/** The change is in the listing's history, and told. */
export const recordListingChange = (
  write: Write,
  id: string,
  change: 'updated' | 'deleted',
  previous: Record<string, unknown>,
): Promise<void> => noteListingChanges(write, [{ id, change, previous }], { origin: 'api', runId: null })
