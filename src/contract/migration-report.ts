/** The report lists the questions that a person must decide before the cutover. */
import { Type } from 'typebox'
import type { Static } from 'typebox'
import { MigrationCapabilities } from './connect-provider.ts'
import {
  flag,
  id,
  integer,
  integerOrNull,
  oneOfStrings,
  record,
  text,
  textOrNull,
  timestamp,
  timestampOrNull,
} from './fields.ts'

export const ReportIssue = record({
  severity: oneOfStrings(['error', 'warning', 'info'], {
    description: '`error`: the copy is not what the old system has, or nights are sold twice.',
  }),
  entity: text('Kind of record it is about.', { examples: ['reservations'] }),
  code: text('What it is. An open set.', { examples: ['channel_reservations_upcoming'] }),
  message: text('The same in a sentence, with what to do.'),
  count: integer('How many records it is about.', { minimum: 0 }),
  sampleIds: Type.Array(Type.String(), { maxItems: 10, description: 'Ids of some of them here.' }),
  sourceIds: Type.Optional(
    Type.Array(Type.String(), {
      maxItems: 10,
      description:
        'What the old system calls some of those that are not here, as far as that is known. Of messages the id of the conversation comes first, of nights it is the listing.',
    }),
  ),
})
export type ReportIssue = Static<typeof ReportIssue>

export const ReportCount = record({
  connectionId: id('The account.'),
  provider: text('The old system.', { examples: ['hostaway'] }),
  entity: text('The kind of record.', { examples: ['reservations'] }),
  method: oneOfStrings(['vendor_total', 'counted', 'not_comparable'], {
    description:
      '`vendor_total`: the old system told the number with its list. `counted`: it tells none, so after the import it was gone through once more, ids alone. `not_comparable`: see `reason`.',
  }),
  source: integerOrNull('Rows the old system has; null: it is not known.'),
  countedAt: timestampOrNull('When that was known; null: it is not.'),
  calls: integerOrNull('Calls that counting took; null: it took none of its own.'),
  received: integer('Rows that came with the import; of nights, listings that were read.', { minimum: 0 }),
  leftOut: integer(
    'Rows that came and are no stays, such as a note in the calendar: nothing of them is kept.',
    {
      minimum: 0,
    },
  ),
  stored: integer('Rows that are here, without those that were made here after the reading had ended.', {
    minimum: 0,
  }),
  missing: integerOrNull('Rows of the old system that are not here; null: it is not known.'),
  missingIds: Type.Array(Type.String(), {
    maxItems: 10,
    description: 'What the old system calls some of them, as far as that is known.',
  }),
  reason: textOrNull('Why they cannot be compared, or how they are; null: nothing is to be said.'),
  result: oneOfStrings(['equal', 'different', 'not_comparable', 'not_carried'], {
    description:
      '`equal`: nothing that the old system has is missing here. `not_comparable`: nobody can say, and the report is not clean. `not_carried`: the old system hands over none of it.',
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
    counts: Type.Array(ReportCount, {
      description: 'Of each kind of record what the old system has against what is here.',
    }),
    issues: Type.Array(ReportIssue, { description: 'What needs a decision; errors first.' }),
  }),
})
export type MigrationReport = Static<typeof MigrationReport>
