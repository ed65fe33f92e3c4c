/** An exported workspace is a file with one JSON object a line, the header first and the end last. */
import { Type } from 'typebox'
import type { Static, TObject } from 'typebox'
import { id, integer, oneOfStrings, record, text, textOrNull, timestamp } from '../fields.ts'
import { accountLine, connectionLine, listingLine, nightLine, unitLine } from './homes.ts'
import { conversationLine, inquiryLine, messageLine, offerLine, reviewLine } from './inbox.ts'
import { alterationLine, changeLine, guestLine, reservationLine, transactionLine } from './stays.ts'

export const formatVersion = 1

/** Lines come in this order: a record comes after those it refers to. */
export const recordLines = {
  connection: connectionLine,
  account: accountLine,
  listing: listingLine,
  unit: unitLine,
  night: nightLine,
  guest: guestLine,
  reservation: reservationLine,
  reservation_change: changeLine,
  alteration: alterationLine,
  transaction: transactionLine,
  conversation: conversationLine,
  inquiry: inquiryLine,
  special_offer: offerLine,
  message: messageLine,
  review: reviewLine,
} as const satisfies Record<string, TObject>
export type RecordType = keyof typeof recordLines
export const recordTypes = Object.keys(recordLines) as RecordType[]

const counts = (description: string) =>
  record(
    Object.fromEntries(
      recordTypes.map((type) => [type, integer(`Lines of type \`${type}\`.`, { minimum: 0 })]),
    ) as Record<RecordType, ReturnType<typeof integer>>,
    { description },
  )

/**
 * These lines exist only in the file and are no answers, so their types are no names of the contract's
 * records.
 */
export const headerLine = record(
  {
    type: Type.Literal('header'),
    format: Type.Literal(formatVersion, { description: 'Version of this form.' }),
    workspaceId: id('The workspace it was made of.'),
    name: text('Its name.'),
    exportedAt: timestamp('The moment that the records are of.'),
    state: text('Rises with every change of the workspace: files with the same one are of one state.'),
    counts: counts('How many records of each type there were at that moment.'),
    after: textOrNull('`null`: from the beginning; else the place that was asked to go on after.'),
  },
  { description: 'The first line.' },
)
export type HeaderLine = Static<typeof headerLine>

export const endLine = record(
  {
    type: Type.Literal('end'),
    records: integer('All records of the workspace, those of earlier parts included.', { minimum: 0 }),
  },
  { description: 'The last line. A file without it was cut off.' },
)
export type EndLine = Static<typeof endLine>

export const errorLine = record(
  {
    type: Type.Literal('error'),
    code: text('A code of the errors of the API.', { examples: ['internal_error'] }),
    message: text('What happened.'),
    fix: text('What to do.'),
  },
  { description: 'The last line in place of `end`, when something went wrong half way.' },
)
export type ErrorLine = Static<typeof errorLine>

export const lineTypes = ['header', ...recordTypes, 'end', 'error'] as const

/** Answer of `GET /v1/migrations/{workspaceId}/export`, line by line. */
export const ExportLine = Type.Object(
  {
    type: oneOfStrings(lineTypes, { description: 'What the line is, and which fields it has.' }),
    id: Type.Optional(text('Of a record: with its type, its place in the file.')),
  },
  {
    additionalProperties: true,
    description: 'One JSON object a line. The fields of every type: docs/guides/export-format.md.',
  },
)
export type ExportLine = Static<typeof ExportLine>
