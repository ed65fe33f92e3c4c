/** Routes for a cutover that is still watched. */
import { RollbackReply } from '../../contract/migration.ts'
import { route, type RouteWriteContext } from '../route.ts'
import { MigrationParams, findMigration, loadMigration, unknownMigration } from './migrations.ts'
import { writeOnce } from '../../http/write-once.ts'
import { ApiError } from '../../platform/api-error.ts'
import type { Scope } from '../../platform/tenant.ts'
import { servicesIn } from '../../upstream/sandbox-vendor/public.ts'
import { lockRetainedClaims, resumeAccounts } from '../accounts/public.ts'
import { stateOfRows } from './map.ts'
import { lockMigration, sourceRows } from './queries.ts'
import { migrationStateAfter } from './state.ts'
import { endWatches, lockWatches, watchRows, type WatchRow } from './watch/queries.ts'
import { recordWatchAccess } from './watch/record-watch-access.ts'
import { isWatched } from './watch/show.ts'
import { describeRollbackSources } from './watch/sources.ts'
import { updateCutoverUndone } from '../tenancy/public.ts'

/** Reverses a cutover while its watch runs: the old system is reconnected and read again. */
const rollBack = (context: RouteWriteContext, workspaceId: string): Promise<RollbackReply> =>
  writeOnce(context, async (tx) => {
    const { services, scope } = context
    const child: Scope = { workspaceId: (await findMigration(tx, scope, workspaceId)).id }
    const accounts = await sourceRows(tx, scope, [child.workspaceId])
    await lockRetainedClaims(servicesIn(services, child), tx, child, accounts)
    const row = await lockMigration(tx, scope, workspaceId)
    if (!row) throw unknownMigration(workspaceId)
    // Locks the watches before checking them, so that none ends meanwhile.
    const kept = await lockWatches(tx, child)
    const watches = await watchRows(tx, scope, [row.id])
    const at = services.clock.now()
    const state = stateOfRows(row, await sourceRows(tx, scope, [row.id]))
    const wasDone = row.cut_over_at === null && watches.some(({ ended_by }) => ended_by === 'rollback')
    let reconnected = 0
    if (!wasDone) {
      migrationStateAfter(state, 'rollback')
      assertWatched(watches, at)
      await resumeAccounts(servicesIn(services, child), tx, child, kept, at)
      await recordWatchAccess(tx, 'deleted', await endWatches(tx, child, { by: 'rollback', at }), at)
      await updateCutoverUndone(tx, scope, row.id)
      reconnected = kept.length
    }
    const shown = await loadMigration(services, tx, scope, row.id)
    const sources = describeRollbackSources(await sourceRows(tx, scope, [row.id]), watches)
    return { data: { ...shown, reconnectedConnections: reconnected, sources } }
  })

function assertWatched(watches: readonly WatchRow[], now: Date): void {
  const [first] = watches
  if (first && isWatched(first, now)) return
  const reason = first
    ? `The watch ended at ${(first.ended_at ?? first.until).toISOString()}, and what opened the old system was deleted with it.`
    : 'Nothing that opens the old system was kept: the cutover was made without a watch, or no account was connected then.'
  throw new ApiError('invalid_state', reason, { field: 'watch', currentStatus: 'cut_over' })
}

export const afterCutoverRoutes = [
  route({
    method: 'POST',
    url: '/v1/migrations/:workspaceId/rollback',
    id: 'rollBackMigration',
    family: 'migrations',
    tag: 'Migrations',
    summary: 'Take a cutover back',
    description:
      'While the watch of a cutover goes on: the old system is connected as it was, without the property manager, and read on from where it was. What opened it for the watch is the connection’s own again. Refused after the watch and without one; asked for again it changes nothing.',
    account: 'refused',
    params: MigrationParams,
    reply: RollbackReply,
    errors: ['not_found', 'invalid_state'],
    handle: (context) => rollBack(context, context.params.workspaceId),
  }),
]
