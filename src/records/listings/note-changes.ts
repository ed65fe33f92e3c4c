/** Raises a changed listing's revision, writes its history and appends its events. */
import { appendEvents, type Write } from '../../platform/outbox.ts'
import { insertHistory } from '../history-queries.ts'
import { listingEvents, type ListingChange } from './events.ts'
import { reviseListings } from './revise-queries.ts'

/** `quiet` is set for an account's first reading, which tells nothing. */
export async function noteListingChanges(
  write: Write,
  changes: readonly ListingChange[],
  { origin, runId, quiet = false }: { origin: string; runId: string | null; quiet?: boolean },
): Promise<void> {
  if (changes.length === 0) return
  const { tx, scope, at } = write
  const revisions = await reviseListings(
    tx,
    scope,
    changes.map(({ id }) => id),
    at,
  )
  const history = changes.map((change) => ({
    ...change,
    type: 'listing',
    revision: revisions.get(change.id) ?? 1,
  }))
  await insertHistory(tx, scope, history, { origin, runId, at })
  if (!quiet) await appendEvents(write, await listingEvents(tx, scope, changes, at))
}
