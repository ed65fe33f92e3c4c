/** Starts the watch of a cutover in its transaction, if requested. */
import { watchHours } from '../../../contract/migration-watch.ts'
import type { Queryable, Scope } from '../../../platform/tenant.ts'
import type { Services } from '../../../services.ts'
import { servicesIn } from '../../../upstream/sandbox-vendor/public.ts'
import { findConnector } from '../../accounts/public.ts'
import { takeSchedule } from '../../../upstream/connections/schedule-queries.ts'
import { deleteWatches, insertWatches } from './queries.ts'
import { recordWatchAccess } from './record-watch-access.ts'

interface WatchRequest {
  sources: readonly { id: string; provider: string; status: string }[]
  wanted: boolean
  at: Date
}

/** Copies the accounts' access from their connections before it is erased. */
export async function beginWatch(
  services: Services,
  tx: Queryable,
  child: Scope,
  { sources, wanted, at }: WatchRequest,
): Promise<void> {
  await deleteWatches(tx, child)
  if (!wanted) return
  const known = servicesIn(services, child)
  // A refused account is kept too: after a rollback its next reading decides.
  const kept = sources.filter(({ status }) => status !== 'disconnected')
  const readable = kept.filter(({ provider }) => findConnector(known, provider).operations.reservations)
  const idsOf = (some: typeof sources) => some.map(({ id }) => id)
  for (const { id } of sources) await takeSchedule(tx, child, id)
  const until = new Date(at.getTime() + watchHours * 3_600_000)
  await insertWatches(tx, child, { kept: idsOf(kept), readable: idsOf(readable) }, { at, until })
  const watches = kept.map(({ id }) => ({ workspace_id: child.workspaceId, connection_id: id }))
  await recordWatchAccess(tx, 'kept', watches, at)
}
