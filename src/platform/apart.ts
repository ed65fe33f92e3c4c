/** Work for many workspaces, one after the other: where that for one of them fails, those behind it are not to wait. */
import { isDatabaseUnavailable } from './database-outage.ts'
import type { Log } from './log.ts'

/** A failure is logged as `failed`, with the workspace. A database that cannot be reached ends the round: nobody else's work could be done. */
export async function apart(
  workspaceId: string,
  { log, failed }: { log: Log; failed: string },
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (isDatabaseUnavailable(error)) throw error
    log.warn({ err: error, workspaceId }, failed)
  }
}
