/** Loads migrations for display; a page costs as many statements as one. */
import { Type } from 'typebox'
import { PathId } from '../../http/params/path-id.ts'
import type { Migration } from '../../contract/migration.ts'
import { ApiError } from '../../platform/api-error.ts'
import type { Queryable, Scope } from '../../platform/tenant.ts'
import type { Services } from '../../services.ts'
import { toMigration } from './map.ts'
import { watchRows } from './watch/queries.ts'
import { toMigrationWatch } from './watch/show.ts'
import { lastRehearsals } from './rehearsal-queries.ts'
import { countRows, migrationRow, sourceRows, type MigrationRow } from './queries.ts'

export const MigrationParams = Type.Object(
  { workspaceId: PathId('workspace that is filled') },
  { additionalProperties: false },
)

/** A caller that did not start the migration gets the same answer as for an unknown id. */
export const unknownMigration = (workspaceId: string) =>
  new ApiError('not_found', `No migration ${workspaceId} was begun by this workspace.`, {
    field: 'workspaceId',
    value_received: workspaceId,
  })

export async function findMigration(db: Queryable, scope: Scope, workspaceId: string): Promise<MigrationRow> {
  const row = await migrationRow(db, scope, workspaceId)
  if (row) return row
  throw unknownMigration(workspaceId)
}

/** Checked before a large request body is read. */
export async function assertMigrationExists(context: {
  services: Services
  scope: Scope
  params: { workspaceId: string }
}): Promise<void> {
  await findMigration(context.services.db, context.scope, context.params.workspaceId)
}

export async function loadMigrations(
  { clock }: Pick<Services, 'clock'>,
  db: Queryable,
  scope: Scope,
  rows: readonly MigrationRow[],
): Promise<Map<string, Migration>> {
  const ids = rows.map(({ id }) => id)
  const sources = await sourceRows(db, scope, ids)
  const now = clock.now()
  const counts = await countRows(db, scope, ids, now)
  const watches = await watchRows(db, scope, ids)
  const rehearsals = await lastRehearsals(db, scope, ids)
  return new Map(
    rows.map((row) => [
      row.id,
      toMigration(
        row,
        sources.filter((source) => source.workspace_id === row.id),
        counts.find((count) => count.workspace_id === row.id),
        toMigrationWatch(
          watches.filter((watch) => watch.workspace_id === row.id),
          now,
        ),
        rehearsals.get(row.id),
      ),
    ]),
  )
}

export async function loadMigration(
  services: Pick<Services, 'clock'>,
  db: Queryable,
  scope: Scope,
  workspaceId: string,
): Promise<Migration> {
  const row = await findMigration(db, scope, workspaceId)
  const shown = (await loadMigrations(services, db, scope, [row])).get(row.id)
  if (!shown) throw unknownMigration(workspaceId)
  return shown
}
