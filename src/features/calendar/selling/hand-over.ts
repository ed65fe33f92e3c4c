/** Makes a listing of a channel or PMS a native one, so that several channels can sell its calendar. */
import type { Write } from '../../../platform/outbox.ts'
import type { ConnectionKeeper } from '../../../records/listings/keeper.ts'
import { noteListingChanges } from '../../../records/listings/note-changes.ts'
import { deletePushes } from './push-queries.ts'
import { startSelling } from './start-queries.ts'
import { keepHere } from '../../../records/listings/native-listing-queries.ts'
import { takeCalendarOver } from '../../../records/calendar/take-over-queries.ts'

/** A channel that kept the listing becomes one it is sold on; a PMS goes on delivering its stays and threads only. */
export async function handOver(
  write: Write,
  listingId: string,
  keeper: ConnectionKeeper,
  { sellsThere }: { sellsThere: boolean },
): Promise<void> {
  const { tx, scope, now, at } = write
  await takeCalendarOver(tx, scope, listingId, now)
  await deletePushes(tx, scope, listingId)
  await keepHere(tx, scope, listingId, at)
  if (sellsThere) await startSelling(tx, scope, keeper, { listingId, now })
}

/** Appends the change to the listing's history and its events. */
export const recordListingChange = (
  write: Write,
  id: string,
  change: 'updated' | 'deleted',
  previous: Record<string, unknown>,
): Promise<void> => noteListingChanges(write, [{ id, change, previous }], { origin: 'api', runId: null })
