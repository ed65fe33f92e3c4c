/** Exports a workspace as a file. */
import { Type } from 'typebox'
import { ExportLine } from '../../../contract/export-file/index.ts'
import { LineStream } from '../../../http/lines.ts'
import { route } from '../../route.ts'
import { findMigration, MigrationParams } from '../migrations.ts'
import { withExportSlot } from './export-slots.ts'
import { exportLines } from './export.ts'
import { parseExportCursor } from './export-cursor.ts'
import { ownWorkspace } from './queries.ts'

export const exportRoutes = [
  route({
    method: 'GET',
    url: '/v1/migrations/:workspaceId/export',
    id: 'exportMigration',
    family: 'migrations',
    tag: 'Migrations',
    summary: 'Everything as a file',
    description:
      'Your own workspace, or one that was made for a migration, as lines of JSON, one record a line, in a stable order: a header, the records, and a line of type `end`. All of one answer is of one moment. Vendors’ payloads and secrets are not in it. A file without the last line was cut off, one that ends in a line of type `error` went wrong: ask again with `after`.',
    account: 'refused',
    params: MigrationParams,
    query: Type.Object(
      {
        after: Type.Optional(
          Type.String({
            maxLength: 400,
            description:
              'Type and id of the last line that was received, with a colon between them: the answer goes on behind it. The two parts are of one moment where `state` of their headers is the same.',
            examples: ['reservation:4812'],
          }),
        ),
      },
      { additionalProperties: false },
    ),
    form: 'lines',
    audited: true,
    reply: ExportLine,
    errors: ['not_found', 'invalid_params'],
    handle: async ({ services, scope, params, query, fail }) => {
      const { id, name } =
        params.workspaceId === scope.workspaceId
          ? await ownWorkspace(services.db, scope)
          : await findMigration(services.db, scope, params.workspaceId)
      const { after } = query
      const place = after === undefined ? null : parseExportCursor(after)
      if (after !== undefined && place === null) {
        return fail('invalid_params', '`after` must be the type and the id of a line, such as listing:12.', {
          field: 'after',
          value_received: after,
        })
      }
      const asked = { name, after: after === undefined || !place ? null : { text: after, place } }
      return LineStream.of(withExportSlot(id, exportLines(services, { workspaceId: id }, asked)))
    },
  }),
]
