/** Ends a migration: disconnects its source for good, or deactivates the workspace. */
import type { CutoverReply, DeactivatedReply } from '../../contract/migration.ts'
import type { CutoverBody } from '../../contract/migration-watch.ts'
import { writeOnce } from '../../http/write-once.ts'
import type { Queryable, Scope } from '../../platform/tenant.ts'
import { servicesIn } from '../../upstream/sandbox-vendor/public.ts'
import { endAccounts, endWebhooks, type EndedAccount } from '../accounts/public.ts'
import type { RouteWriteContext } from '../route.ts'
import { readChanges } from '../sync/public.ts'
import { stateOfRows } from './map.ts'
import { deleteImportedIds } from './file-import/queries.ts'
import { loadMigration, unknownMigration } from './migrations.ts'
import { storedRehearsal } from './rehearsal-queries.ts'
import { assertRehearsalPassed } from './rehearsal-score.ts'
import { lockMigration, migrationRow, sourceRows } from './queries.ts'
import { migrationStateAfter, isEnd, type MigrationMove } from './state.ts'
import { beginWatch } from './watch/begin-watch.ts'
import { endWatches, watchRows } from './watch/queries.ts'
import { recordWatchAccess } from './watch/record-watch-access.ts'
import { describeCutoverSources } from './watch/sources.ts'
import { updateMigrationEnd } from '../tenancy/public.ts'

/** Ends the migration once, however often it is requested. */
async function end(
  { services, scope }: RouteWriteContext,
  tx: Queryable,
  workspaceId: string,
  move: MigrationMove,
  { watch = false, requireGo = false }: CutoverBody = {},
): Promise<EndedAccount[]> {
  const row = await lockMigration(tx, scope, workspaceId)
  if (!row) throw unknownMigration(workspaceId)
  const sources = await sourceRows(tx, scope, [row.id])
  const state = stateOfRows(row, sources)
  const next = migrationStateAfter(state, move)
  if (next === state) return []
  const at = services.clock.now()
  const child: Scope = { workspaceId: row.id }
  if (requireGo) assertRehearsalPassed(await storedRehearsal(tx, child), at)
  if (next === 'deactivated') {
    await recordWatchAccess(tx, 'deleted', await endWatches(tx, child, { by: 'deactivation', at }), at)
    await deleteImportedIds(tx, child)
  }
  if (next === 'cut_over') await beginWatch(services, tx, child, { sources, wanted: watch, at })
  await updateMigrationEnd(tx, scope, row.id, { at, deactivated: next === 'deactivated' })
  return isEnd(state) ? [] : endAccounts(tx, child, sources, at)
}

/**
 * Reads the latest bookings before access ends. Returns how many accounts failed: a defunct system must not
 * prevent leaving it.
 */
async function readLast({ services, scope }: RouteWriteContext, workspaceId: string): Promise<number> {
  const row = await migrationRow(services.db, scope, workspaceId)
  if (!row) throw unknownMigration(workspaceId)
  const sources = await sourceRows(services.db, scope, [row.id])
  if (stateOfRows(row, sources) !== 'imported') return 0
  const connected = sources.filter(({ status }) => status !== 'disconnected')
  const read = await Promise.all(
    connected.map(({ id }) => readChanges(services, { workspaceId: row.id }, id, 'api:cutover')),
  )
  return read.filter((isRead) => !isRead).length
}

/** Runs the work and, once it is committed, tells the vendors. */
async function ending<R>(
  context: RouteWriteContext,
  workspaceId: string,
  work: (tx: Queryable, noted: (ended: EndedAccount[]) => void) => Promise<R>,
): Promise<R> {
  let ended: EndedAccount[] = []
  const answer = await writeOnce(context, (tx) => work(tx, (some) => void (ended = some)))
  const child: Scope = { workspaceId }
  await endWebhooks(servicesIn(context.services, child), child, ended)
  return answer as R
}

export async function cutOver(
  context: RouteWriteContext,
  workspaceId: string,
  body: CutoverBody,
): Promise<CutoverReply> {
  const unreadConnections = await readLast(context, workspaceId)
  return ending(context, workspaceId, async (tx, noted) => {
    const ended = await end(context, tx, workspaceId, 'cutover', body)
    noted(ended)
    const { services, scope } = context
    const shown = await loadMigration(services, tx, scope, workspaceId)
    const accounts = await sourceRows(tx, scope, [workspaceId])
    const kept = await watchRows(tx, scope, [workspaceId])
    const sources = describeCutoverSources(accounts, kept, services.clock.now())
    // A repeated request finds nothing left to read.
    const unread = ended.length === 0 ? 0 : unreadConnections
    const last = await storedRehearsal(tx, { workspaceId })
    const rehearsal = last
      ? { rehearsedAt: last.rehearsed_at.toISOString(), go: last.go, score: last.score }
      : null
    const counts = { disconnectedConnections: ended.length, unreadConnections: unread }
    return { data: { ...shown, ...counts, sources, rehearsal } }
  })
}

export async function deactivate(context: RouteWriteContext, workspaceId: string): Promise<DeactivatedReply> {
  await readLast(context, workspaceId)
  return ending(context, workspaceId, async (tx, noted) => {
    noted(await end(context, tx, workspaceId, 'deactivate'))
    const row = await lockMigration(tx, context.scope, workspaceId)
    if (!row?.deactivated_at) throw new Error(`workspace ${workspaceId} was not deactivated`)
    const deactivatedAt = row.deactivated_at.toISOString()
    return { data: { workspaceId, deactivated: true as const, deactivatedAt } }
  })
}
