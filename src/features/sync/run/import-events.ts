/** Events about an import into a migration's workspace, in the transaction that ends it. */
import { appendEvents, openWrite, type NewEvent } from '../../../platform/outbox.ts'
import type { Queryable, Scope } from '../../../platform/tenant.ts'
import { eventOf } from '../../../records/events.ts'
import { migratedAccount } from './import-queries.ts'
import { importResults } from './imports.ts'
import type { SyncRunRow } from '../state/run-queries.ts'

export const stoppedByDisconnect = 'The account was disconnected before the import ended.'

interface ImportOwner {
  tx: Queryable
  scope: Scope
  now: Date
  connectionId: string
}

/** `error` null: it ended, possibly with failed rows. */
export async function appendImportEvent(
  place: ImportOwner,
  run: SyncRunRow,
  error: string | null,
): Promise<void> {
  const event = await importEvent(place, run, error)
  if (event) await appendEvents(await openWrite(place.tx, place.scope, place.now), [event])
}

/** For imports that a disconnect stopped. */
export async function stoppedImports(
  tx: Queryable,
  scope: Scope,
  connectionId: string,
  runs: readonly SyncRunRow[],
  now: Date,
): Promise<NewEvent[]> {
  const events = await Promise.all(
    runs.map((run) => importEvent({ tx, scope, now, connectionId }, run, stoppedByDisconnect)),
  )
  return events.filter((event) => event !== null)
}

async function importEvent(
  { tx, scope, now, connectionId }: ImportOwner,
  run: SyncRunRow,
  error: string | null,
): Promise<NewEvent | null> {
  const account = await migratedAccount(tx, scope, connectionId)
  if (!account) return null
  const { provider, externalAccountId } = account
  const told = {
    workspaceId: scope.workspaceId,
    provider,
    connectionId,
    startedAt: run.startedAt.toISOString(),
    finishedAt: now.toISOString(),
    entities: run.entities,
    results: importResults(run.entities, run.progress),
  }
  const about = {
    orderKey: `migration:${connectionId}`,
    account: { id: connectionId, provider, externalAccountId },
  }
  return error === null
    ? eventOf('migration.completed', { ...about, data: { ...told, status: 'completed' } })
    : eventOf('migration.failed', { ...about, data: { ...told, status: 'failed', error } })
}
