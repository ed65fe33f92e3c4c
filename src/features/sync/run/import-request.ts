/** Requests another reading of an account for a migration. */
import type { Queryable, Scope } from '../../../platform/tenant.ts'
import { interruptTurn } from '../state/schedule-queries.ts'
import { wakeConnection } from '../../../upstream/connection-queries.ts'
import { abandonRun, openImport, reviveRun } from './import-queries.ts'
import { storeImportWish } from '../../../upstream/connections/reading-queries.ts'

/**
 * The caller holds the schedule's row, and no import runs. A failed first import continues, because it reads
 * everything; any other gives way to the new request.
 */
export async function requestImport(
  tx: Queryable,
  scope: Scope,
  connection: { id: string; importing: boolean },
  wish: { entities: string[]; since: string | null },
  at: Date,
): Promise<void> {
  const open = await openImport(tx, scope, connection.id)
  if (open) {
    await interruptTurn(tx, scope, connection.id)
    if (open.kind === 'first_import') await reviveRun(tx, scope, open.id)
    else await abandonRun(tx, scope, open.id, at)
  }
  if (!connection.importing)
    await storeImportWish(tx, scope, connection.id, { ...wish, at: at.toISOString() })
  await wakeConnection(tx, scope, connection.id, at)
}
