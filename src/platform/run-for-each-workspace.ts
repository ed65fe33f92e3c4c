/** Runs work for many workspaces one after the other, so that a failure in one does not hold up the rest. */
import { isDatabaseUnavailable } from './database-outage.ts'
import type { Log } from './log.ts'

/** Logs a failure under the text `failed`, with its workspace. Ends the round when the database cannot be reached. */
export async function runForEachWorkspace(
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
