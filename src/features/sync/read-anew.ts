/** Reads an account as a whole after a restore: what was under way when the backup was taken counts for nothing. */
import type { Queryable, Scope } from '../../platform/tenant.ts'
import { forgetFullReading } from '../../upstream/connections/reading-queries.ts'
import { endSync } from './restart-sync.ts'
import { restartSchedule } from './state/schedule-queries.ts'

export async function readAnew(tx: Queryable, scope: Scope, connectionId: string, at: Date): Promise<void> {
  await endSync(tx, scope, connectionId, at)
  await forgetFullReading(tx, scope, connectionId)
  await restartSchedule(tx, scope, connectionId, at)
}
