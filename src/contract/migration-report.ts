/** What a person has to decide before the cutover. */
import { Type } from 'typebox'
import type { Static } from 'typebox'
import { MigrationCapabilities } from './connect-provider.ts'
import { flag, id, integer, integerOrNull, oneOfStrings, record, text, timestamp } from './fields.ts'

export const ReportIssue = record({
  severity: oneOfStrings(['error', 'warning', 'info'], {
    description: '`error`: the copy is not what the old system has, or nights are sold twice.',
  }),
  entity: text('Kind of record it is about.', { examples: ['reservations'] }),
  code: text('What it is. An open set.', { examples: ['channel_reservations_upcoming'] }),
  message: text('The same in a sentence, with what to do.'),
  count: integer('How many records it is about.', { minimum: 0 }),
  sampleIds: Type.Array(Type.String(), { maxItems: 10, description: 'Ids of some of them here.' }),
})
export type ReportIssue = Static<typeof ReportIssue>

export const ReportCount = record({
  connectionId: id('The account.'),
  provider: text('The old system.', { examples: ['hostaway'] }),
  entity: text('The list.', { examples: ['reservations'] }),
  source: integerOrNull('Rows the old system counts; null: it does not say.'),
  received: integer('Rows that came.', { minimum: 0 }),
  leftOut: integer(
    'Rows that came and are no stays, such as a note in the calendar: nothing of them is kept.',
    {
      minimum: 0,
    },
  ),
  stored: integer('Rows that are here, without those that were made here after the reading had ended.', {
    minimum: 0,
  }),
  result: oneOfStrings(['equal', 'different', 'not_comparable'], {
    description: '`equal`: nothing that the old system counts is missing here.',
  }),
})
export type ReportCount = Static<typeof ReportCount>

/** Answer of `GET /v1/migrations/{workspaceId}/report`. */
export const MigrationReport = record({
  data: record({
    workspaceId: id('The workspace.'),
    generatedAt: timestamp('When it was looked at.'),
    clean: flag('Whether nothing in it is an error.'),
    capabilities: Type.Unsafe<Record<string, MigrationCapabilities>>({
      type: 'object',
      additionalProperties: MigrationCapabilities,
      description: 'By provider, how much of each kind of record can be taken over.',
    }),
    counts: Type.Array(ReportCount, { description: 'The newest reading of each list against what is here.' }),
    issues: Type.Array(ReportIssue, { description: 'What needs a decision; errors first.' }),
  }),
})
export type MigrationReport = Static<typeof MigrationReport>
