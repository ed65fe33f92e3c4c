/** Reads the old system once more. */
import type { ImportBody, ImportQueued } from '../../contract/migration.ts'
import { writeOnce } from '../../http/write-once.ts'
import { ApiError } from '../../platform/api-error.ts'
import type { Queryable, Scope } from '../../platform/tenant.ts'
import type { Services } from '../../services.ts'
import { servicesIn } from '../../upstream/sandbox-vendor/public.ts'
import { needsOwner, reauthRequired } from '../../upstream/errors.ts'
import { findConnector } from '../accounts/public.ts'
import type { RouteWriteContext } from '../route.ts'
import { requestImport, readableImports } from '../sync/public.ts'
import { takeSchedule } from '../../upstream/connections/schedule-queries.ts'
import { stateOfRows } from './map.ts'
import { unknownMigration } from './migrations.ts'
import { lockMigration, sourceRows, type MigrationSourceRow } from './queries.ts'
import { migrationStateAfter, isEnd } from './state.ts'

const usual: NonNullable<ImportBody['entities']> = ['listings', 'reservations']
type QueuedReimport = ImportQueued['data']['queued'][number]

export function queueReimport(
  context: RouteWriteContext,
  workspaceId: string,
  { entities = usual, since }: ImportBody,
): Promise<ImportQueued> {
  return writeOnce(context, async (tx) => {
    const { services, scope } = context
    const row = await lockMigration(tx, scope, workspaceId)
    if (!row) throw unknownMigration(workspaceId)
    const child: Scope = { workspaceId: row.id }
    // An import about to end holds its account's row, so this waits for it.
    for (const { id } of await sourceRows(tx, scope, [row.id])) await takeSchedule(tx, child, id)
    const sources = await sourceRows(tx, scope, [row.id])
    const state = stateOfRows(row, sources)
    if (!isEnd(state)) assertSource(sources)
    migrationStateAfter(state, 'import')
    const asked = { entities, since: since ?? null }
    const queued: QueuedReimport[] = []
    for (const source of sources.filter(({ status }) => status !== 'disconnected'))
      queued.push(await askOne(services, tx, child, source, asked))
    return { data: { workspaceId: row.id, queued } }
  })
}

async function askOne(
  services: Services,
  tx: Queryable,
  child: Scope,
  { id, provider, status, importing }: MigrationSourceRow,
  { entities, since }: { entities: NonNullable<ImportBody['entities']>; since: string | null },
): Promise<QueuedReimport> {
  const one = { connectionId: id, provider }
  if (status !== 'active') return { ...one, queued: false, error: 'The account has to be connected again.' }
  const { operations, manifest } = findConnector(servicesIn(services, child), provider)
  const readable = readableImports(operations, entities)
  if (readable.length === 0)
    return {
      ...one,
      queued: false,
      error: `${manifest.displayName} has no ${entities.join(' and no ')} to read.`,
    }
  await requestImport(tx, child, { id, importing }, { entities: readable, since }, services.clock.now())
  return { ...one, queued: true }
}

function assertSource(sources: readonly MigrationSourceRow[]): void {
  if (sources.some(({ status }) => status === 'active')) return
  const shutOut = sources.find(({ status }) => needsOwner(status))
  if (shutOut) throw reauthRequired(shutOut.provider)
  const [first] = sources
  throw new ApiError('no_connection', 'No account of this migration is connected.', {
    ...(first ? { provider: first.provider } : {}),
    reconnect: { method: 'POST', path: '/v1/connect' },
  })
}
