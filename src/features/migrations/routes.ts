/** Routes for migrations that the caller's workspace started. */
import { MigrationParams, loadMigration, loadMigrations } from './migrations.ts'
import {
  CutoverReply,
  DeactivatedReply,
  ImportBody,
  ImportQueued,
  Migration,
  MigrationReply,
} from '../../contract/migration.ts'
import { CutoverBody } from '../../contract/migration-watch.ts'
import { listOf } from '../../contract/shared.ts'
import { listPage, listQuery } from '../../http/list.ts'
import { route } from '../route.ts'
import { cutOver, deactivate } from './cutover.ts'
import { queueReimport } from './queue-reimport.ts'
import { migrationRows, migrationTotal, newestMigrations } from './queries.ts'

const tag = 'Migrations'

export const migrationRoutes = [
  route({
    method: 'GET',
    url: '/v1/migrations',
    id: 'listMigrations',
    family: 'migrations',
    tag,
    summary: 'List migrations',
    description: 'Every migration that was begun by this workspace, newest first; those that ended too.',
    account: 'refused',
    query: listQuery({}, { defaultLimit: 25 }),
    reply: listOf(Migration),
    errors: [],
    handle: async (context) => {
      const { services, scope } = context
      const { data, pagination } = await listPage(context, {
        defaultLimit: 25,
        ordering: newestMigrations,
        rows: (page) => migrationRows(services.db, scope, page),
        total: () => migrationTotal(services.db, scope),
        item: (row) => row,
      })
      const shown = await loadMigrations(services, services.db, scope, data)
      return { data: [...shown.values()], pagination }
    },
  }),

  route({
    method: 'GET',
    url: '/v1/migrations/:workspaceId',
    id: 'getMigration',
    family: 'migrations',
    tag,
    summary: 'Get a migration',
    description: 'How far it is, what its accounts gave, and how much is in the workspace now.',
    account: 'refused',
    params: MigrationParams,
    reply: MigrationReply,
    errors: ['not_found'],
    handle: async ({ services, scope, params }) => ({
      data: await loadMigration(services, services.db, scope, params.workspaceId),
    }),
  }),

  route({
    method: 'POST',
    url: '/v1/migrations/:workspaceId/import',
    id: 'importMigration',
    family: 'migrations',
    tag,
    summary: 'Import once more',
    description:
      'Reads the old system again: message history, say, or what changed since a moment. A first import that failed goes on where it stopped. Refused while an import runs. `migration.completed` or `migration.failed` tells of its end.',
    account: 'refused',
    params: MigrationParams,
    body: ImportBody,
    bodyOptional: true,
    reply: ImportQueued,
    status: 202,
    errors: ['not_found', 'invalid_state', 'no_connection', 'connection_reauth_required'],
    statuses: { no_connection: 404 },
    handle: (context) => queueReimport(context, context.params.workspaceId, context.body ?? {}),
  }),

  route({
    method: 'POST',
    url: '/v1/migrations/:workspaceId/cutover',
    id: 'cutOverMigration',
    family: 'migrations',
    tag,
    summary: 'Cut over',
    description:
      'Reads once more what changed in the old system, for up to 8 seconds, and disconnects it for good: its credentials are wiped and nothing is read any more. A system that cannot be read keeps nobody from leaving it; `unreadConnections` says so. Everything that was imported stays readable. With `watch` the old system is looked at for 72 hours more: stays that still appear there are told of by `migration.watch.stay_found`, and `rollback` takes the cutover back. Refused while an import runs or after one that failed; asked for again it changes nothing.',
    account: 'refused',
    params: MigrationParams,
    body: CutoverBody,
    bodyOptional: true,
    reply: CutoverReply,
    errors: ['not_found', 'invalid_state'],
    handle: (context) => cutOver(context, context.params.workspaceId, context.body ?? {}),
  }),

  route({
    method: 'DELETE',
    url: '/v1/migrations/:workspaceId',
    id: 'deactivateMigration',
    family: 'migrations',
    tag,
    summary: 'End a migration',
    description:
      'In any state: reads once more what changed in the old system if it was imported, disconnects it and deactivates the workspace. What was imported is kept and can still be read; asked for again it changes nothing.',
    account: 'refused',
    params: MigrationParams,
    reply: DeactivatedReply,
    errors: ['not_found'],
    handle: (context) => deactivate(context, context.params.workspaceId),
  }),
]
