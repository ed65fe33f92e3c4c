/** What can be done after a cutover that is watched. */
import { RollbackReply } from '../../contract/migration.ts'
import { route } from '../route.ts'
import { rollBack } from './rollback.ts'
import { MigrationParams } from './routes.ts'

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
