/** Entries whose time is over are deleted. Nobody sees them meanwhile, and they take nobody's space. */
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

/** Once now and then every minute. Several processes may do it at the same time. */
export function startKvCleanup(needed: KvCleanupDeps): BackgroundLoop {
  const { log } = needed
  return startLoop({ everyMs, log, failed: 'entries whose time is over stay for now' }, (signal) =>
    cleanSpaces(needed, () => signal.aborted),
  )
}
