/** Deletes expired entries, which meanwhile are invisible and count toward no quota. */
import { startLoop, type BackgroundLoop } from '../../../platform/background-loop.ts'
import type { Services } from '../../../services.ts'
import { workspacesToClean } from './queries.ts'
import { removeExpiredEntries } from './store.ts'

const everyMs = 60_000

type KvCleanupDeps = Pick<Services, 'db' | 'clock' | 'log'>

export async function cleanSpaces({ db, clock }: KvCleanupDeps, isStopping = () => false): Promise<void> {
  const now = clock.now()
  for (const workspaceId of await workspacesToClean(db, now)) {
    if (isStopping()) return
    await db.transaction().execute((tx) => removeExpiredEntries(tx, { workspaceId }, now))
  }
}

/** Runs now and then every minute; several processes may run it at once. */
export function startKvCleanup(needed: KvCleanupDeps): BackgroundLoop {
  const { log } = needed
  return startLoop({ everyMs, log, failed: 'entries whose time is over stay for now' }, (signal) =>
    cleanSpaces(needed, () => signal.aborted),
  )
}
