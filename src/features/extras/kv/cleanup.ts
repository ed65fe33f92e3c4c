/** Entries whose time is over are deleted. Nobody sees them meanwhile, and they take nobody's space. */
import { startLoop, type BackgroundLoop } from '../../../platform/background-loop.ts'
import type { Services } from '../../../services.ts'
import { spacesToClean } from './queries.ts'
import { removeOver } from './store.ts'

const everyMs = 60_000

type Needed = Pick<Services, 'db' | 'clock' | 'log'>

export async function cleanSpaces({ db, clock }: Needed, isStopping = () => false): Promise<void> {
  const now = clock.now()
  for (const workspaceId of await spacesToClean(db, now)) {
    if (isStopping()) return
    await db.transaction().execute((tx) => removeOver(tx, { workspaceId }, now))
  }
}

/** Once now and then every minute. Several processes may do it at the same time. */
export function startKvCleanup(needed: Needed): BackgroundLoop {
  const { log } = needed
  return startLoop({ everyMs, log, failed: 'entries whose time is over stay for now' }, (signal) =>
    cleanSpaces(needed, () => signal.aborted),
  )
}
