import { Type } from 'typebox'
import type { Static } from 'typebox'
import { flag, id, record, timestamp } from './fields.ts'

type ExportedFields = Record<string, unknown>
const rows = () => Type.Unsafe<ExportedFields[]>({ type: 'array', items: { type: 'object' } })
const rowsByTable = (description: string) =>
  Type.Unsafe<Record<string, ExportedFields[]>>({ type: 'object', additionalProperties: true, description })

/** Answer of `GET /v1/guests/{id}/export`. */
export const GuestExport = record({
  guestId: id('Id of the guest.'),
  exportedAt: timestamp('When it began.'),
  complete: flag('False if a table has over 10,000 rows.'),
  summary: Type.Array(Type.String()),
  own: rowsByTable('The guest’s own rows, by table.'),
  mentions: rowsByTable('Other rows that name the guest; look for namesakes.'),
  storedAnswers: rows(),
  files: rows(),
})
export type GuestExport = Static<typeof GuestExport>
