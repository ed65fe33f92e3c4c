/** The operator sees this of the installation. It is not published, as no route of the operator is. */
import { Type, type Static } from 'typebox'
import {
  number,
  nullable,
  oneOfStrings,
  record,
  text,
  textOrNull,
  timestamp,
  timestampOrNull,
} from './fields.ts'

const list = Type.Array

const StatusPlace = record({
  workspaceId: Type.Optional(text('The workspace.')),
  provider: Type.Optional(text('The provider.')),
  accountId: Type.Optional(text('The account at the provider, by the id of its connection.')),
  listingId: Type.Optional(text('The listing.')),
  webhookId: Type.Optional(text('The webhook.')),
  reservationIds: Type.Optional(list(Type.String(), { description: 'The stays.' })),
  since: Type.Optional(timestamp('Since when, as far as it is stored.')),
  detail: Type.Optional(text('More of it, such as the night.')),
})

export const StatusCondition = record({
  name: text('The name of its alert.'),
  severity: oneOfStrings(['critical', 'warning'], { description: 'How much it matters.' }),
  summary: text('The condition in a few words.'),
  state: oneOfStrings(['ok', 'met', 'unknown'], {
    description: '`unknown`: a source failed, and nothing else tells of trouble.',
  }),
  threshold: number('It is met beyond this.'),
  unit: oneOfStrings(['seconds', 'count', 'share'], { description: 'The unit of threshold and values.' }),
  comparison: oneOfStrings(['above', 'below'], {
    description: 'The side of the threshold on which it is met.',
  }),
  runbookUrl: text('What to do about it.'),
  readings: list(
    record({
      labels: Type.Record(Type.String(), Type.String(), { description: 'What the value is of.' }),
      value: number('The value.'),
      since: timestampOrNull('Since when, where the value is an age.'),
    }),
    { description: 'The values that meet it.' },
  ),
  places: list(StatusPlace, { description: 'The records that meet it, the first twenty.' }),
  failure: textOrNull('Why it or its records are not known.'),
})
export type StatusCondition = Static<typeof StatusCondition>

const partNames = [
  'database',
  'schema',
  'replicas',
  'redis',
  'workers',
  'webhooks',
  'disk',
  'clock',
  'certificates',
  'backup',
] as const

const StatusPart = record({
  name: oneOfStrings(partNames, { description: 'The part.' }),
  state: oneOfStrings(['ok', 'warning', 'critical', 'unknown', 'unused'], { description: 'How it does.' }),
  message: text('The state in a sentence.'),
})
export type StatusPart = Static<typeof StatusPart>

const StatusProcess = record({
  id: text('The machine and the process.'),
  version: text('Its version.'),
  roles: list(Type.String(), { description: 'Its roles.' }),
  startedAt: timestamp('When it started.'),
  seenAt: timestamp('When it was seen last.'),
  state: oneOfStrings(['running', 'silent'], { description: '`silent`: it was not seen for two minutes.' }),
})

export const OperatorStatus = record({
  readAt: timestamp('When it was read.'),
  version: text('The version of the process that answers.'),
  state: oneOfStrings(['ok', 'warning', 'critical', 'unknown'], {
    description: 'The worst of the conditions.',
  }),
  conditions: list(StatusCondition, { description: 'Every condition that has an alert.' }),
  parts: list(StatusPart, { description: 'The parts of the installation.' }),
  processes: nullable(list(StatusProcess), { description: 'The processes; null when they are not known.' }),
  pendingMigrations: list(Type.String(), { description: 'Files of migrations that are not applied.' }),
  failures: list(record({ source: text('The source.'), message: text('Why it failed.') }), {
    description: 'Sources that failed. The rest of the answer is right.',
  }),
})
export type OperatorStatus = Static<typeof OperatorStatus>
