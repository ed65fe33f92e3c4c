/** A workspace can be filled from an exported file. */
import { Type } from 'typebox'
import type { Static } from 'typebox'
import { flag, id, integer, oneOfStrings, openObject, record } from './fields.ts'
import { migrationStates } from './migration.ts'

export const mostRecordsAtOnce = 1_000

/** Body of `POST /v1/migrations/{workspaceId}/records`. */
export const FileImportBody = record({
  line: Type.Integer({
    minimum: 1,
    maximum: 1_000_000_000,
    description: 'Place of the first of them in the file; its header is line 1.',
    examples: [1],
  }),
  records: Type.Array(openObject('A line, as it stands in the file: docs/guides/export-format.md.'), {
    minItems: 1,
    maxItems: mostRecordsAtOnce,
    description: 'Lines of the file in a row.',
  }),
  anew: Type.Optional(
    Type.Boolean({
      description:
        'With line 1, where another export was begun with and has not ended: everything that is in the workspace is removed, and this one is begun with.',
    }),
  ),
})
export type FileImportBody = Static<typeof FileImportBody>

/** Answer of `POST /v1/migrations/{workspaceId}/records`. */
export const FileImportReply = record({
  data: record({
    workspaceId: id('The workspace that is filled.'),
    state: oneOfStrings(migrationStates, {
      description: '`importing` until the last line of the file was taken in, then `imported`.',
    }),
    lines: integer('Lines of the file that were taken in so far: the next is one further.', { minimum: 1 }),
    complete: flag('Whether the last line was among them.'),
  }),
})
export type FileImportReply = Static<typeof FileImportReply>
