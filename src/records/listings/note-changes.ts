/** A listing changed in what is shown of it: its revision rises, its history has what it was, and it is told. */
import { appendEvents, type Write } from '../../platform/outbox.ts'
import { insertHistory } from '../history-queries.ts'
import { listingEvents, type ListingChange } from './events.ts'
import { reviseListings } from './revise-queries.ts'

/** `quiet`: the first reading of an account tells nothing. */
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
