import { FileImportBody, FileImportReply } from '../../../contract/file-import.ts'
import { route } from '../../route.ts'
import { assertMigrationExists, MigrationParams } from '../migrations.ts'
import { importLines } from './import.ts'

/** Fits a thousand lines of the longest records. */
const bodyLimit = 16 * 1024 * 1024

export const fileImportRoutes = [
  route({
    method: 'POST',
    url: '/v1/migrations/:workspaceId/records',
    id: 'importMigrationRecords',
    family: 'migrations',
    tag: 'Migrations',
    summary: 'Fill it from a file',
    description:
      'Takes in the lines of an export, some at a time and in their order, into a workspace that was empty. All of the lines of a request are taken in, or none. Lines that were taken in before are passed over, so a request can be repeated, and `lines` of the answer says where to go on. `state` is `importing` until the last line came and nothing is missing.',
    account: 'refused',
    params: MigrationParams,
    body: FileImportBody,
    bodyLimit,
    bodyShape: { values: 100_000 },
    admit: assertMigrationExists,
    takesAnyText: true,
    reply: FileImportReply,
    errors: ['not_found', 'invalid_state', 'invalid_body'],
    handle: (context) => importLines(context, context.params.workspaceId, context.body),
  }),
]
