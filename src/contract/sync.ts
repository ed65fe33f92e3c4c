/** Routes under `/v1/connections/{id}` report an account's sync; their answers are in snake case. */
import { Type } from 'typebox'
import type { Static } from 'typebox'
import {
  dateOnly,
  dateOnlyOrNull,
  flag,
  id,
  integer,
  integerOrNull,
  nullable,
  oneOfStrings,
  record,
  text,
  textOrNull,
  timestamp,
  timestampOrNull,
  uuid,
} from './fields.ts'

export const runKinds = ['first_import', 'import', 'incremental', 'full', 'reconciliation', 'count'] as const
export const runStates = ['running', 'completed', 'partial', 'failed', 'abandoned'] as const

const entity = (description: string) => text(description, { examples: ['reservations'] })

export const SyncRunEntity = record({
  entity: entity('What is read.'),
  window: nullable(
    record({
      since: textOrNull('Rows changed at or after this; null: all rows.'),
      from: dateOnlyOrNull('First night that is read; calendars only.'),
      to: dateOnlyOrNull('Last night that is read; calendars only.'),
    }),
    { description: 'Which part of it is read; null: everything.' },
  ),
  expected: integerOrNull('Rows the provider says there are; null when it does not say.'),
  seen: integer('Rows that came.', { minimum: 0 }),
  changed: integer('Rows that were new or different.', { minimum: 0 }),
  failed: integer('Rows that could not be read or stored.', { minimum: 0 }),
  done: flag('Whether this part is finished.'),
})
export type SyncRunEntity = Static<typeof SyncRunEntity>

export const SyncRunCall = record(
  {
    method: text('Method.', { examples: ['GET'] }),
    path: text('Path at the provider, without its parameters.', { examples: ['/v1/reservations'] }),
    status: integerOrNull('Status of the answer; null: none came.'),
    duration_ms: integer('How long it took.', { minimum: 0 }),
    retries: integer('How often this call had been sent before.', { minimum: 0 }),
    failure: textOrNull('What went wrong.', { examples: ['rate_limited'] }),
  },
  { description: 'A call that went wrong. What was sent and answered is not kept.' },
)
export type SyncRunCall = Static<typeof SyncRunCall>

export const SyncRunError = record({
  at: timestamp('When.'),
  entity: textOrNull('What was being read.'),
  external_id: textOrNull("The provider's id of the record, when it is about one."),
  message: text('What went wrong.'),
  answer: textOrNull("The provider's own words, without secrets, cut."),
  calls: Type.Array(SyncRunCall, { description: 'The first calls that went wrong in this step.' }),
})
export type SyncRunError = Static<typeof SyncRunError>

export const SyncRun = record({
  id: id('Id of the run.'),
  connection_id: id('The connection.'),
  kind: oneOfStrings(runKinds, {
    description:
      '`first_import`: right after connecting; `import`: asked for by a migration; `incremental`: what changed; `full`: everything again; `reconciliation`: all future stays compared.',
  }),
  strategy: text('How changed reservations are found; `everything` for runs that read all.', {
    examples: ['updated-since'],
  }),
  state: oneOfStrings(runStates, {
    description:
      '`completed`: nothing is missing. `partial`: it ended and rows are missing. `failed`: it stands and goes on by itself. `abandoned`: the account was cut or connected anew.',
  }),
  started_at: timestamp('When it began.'),
  finished_at: timestampOrNull('When it ended; null while it goes on.'),
  estimated_end_at: timestampOrNull('When it will end, as far as can be said; null otherwise.'),
  duration_ms: integer('From its beginning to its end, or to its last sign of life.', { minimum: 0 }),
  upstream_calls: integer('Calls of the provider.', { minimum: 0 }),
  retries: integer('Calls that repeated one that went wrong.', { minimum: 0 }),
  entities: Type.Array(SyncRunEntity, { description: 'Counts for each kind of record, in reading order.' }),
  errors: Type.Array(SyncRunError, { description: 'The first errors, at most five.' }),
})
export type SyncRun = Static<typeof SyncRun>

export const failureSeverities = ['failure', 'warning'] as const
export type FailureSeverity = (typeof failureSeverities)[number]

export const UnreadRecordField = record({
  field: text("Where it stands in the provider's record.", { examples: ['guest.phones[]'] }),
  found: text('The kind of value found there; the value itself is not kept.', { examples: ['boolean'] }),
})

export const SyncFailure = record({
  id: uuid('Id of this entry.'),
  connection_id: id('The connection.'),
  entity: entity('What kind of record.'),
  external_id: text("The provider's id of the record.", { examples: ['31177'] }),
  severity: oneOfStrings(failureSeverities, {
    description:
      '`failure`: the record is not stored, or not as the provider has it now. `warning`: it is stored, without the fields named.',
  }),
  message: text('Why it could not be read or stored, or what it is stored without.'),
  fields: Type.Array(UnreadRecordField, {
    description: 'The fields that could not be read; empty for a failure.',
  }),
  excerpt: textOrNull('The offending part, without secrets, cut.'),
  attempts: integer('How often it was tried.', { minimum: 1 }),
  first_at: timestamp('When it failed first.'),
  last_at: timestamp('When it failed last.'),
})
export type SyncFailure = Static<typeof SyncFailure>

export const differenceKinds = ['drift', 'missing_here', 'gone_upstream'] as const

export const StayDifference = record({
  external_id: text("The provider's id of the booking.", { examples: ['31177'] }),
  kind: oneOfStrings(differenceKinds, {
    description:
      '`drift`: a field differs; `missing_here`: the booking was not stored; `gone_upstream`: the provider no longer has it as a booking.',
  }),
  field: textOrNull('The field; null when the whole booking is meant.', { examples: ['check_out'] }),
  ours: textOrNull('What was stored; contact details of guests are not shown.'),
  theirs: textOrNull('What the provider has; contact details of guests are not shown.'),
  mended: flag('Whether it is the same now.'),
})
export type StayDifference = Static<typeof StayDifference>

export const reconciliationStates = ['running', 'paused', 'completed', 'incomplete', 'abandoned'] as const

const proof = {
  run_id: id('The run that made it.'),
  state: oneOfStrings(reconciliationStates, {
    description:
      '`paused`: the provider cannot be reached, it goes on by itself. `incomplete`: it ended, but not everything could be read. `abandoned`: the account was cut or connected anew.',
  }),
  proven: flag(
    'True only when it is completed and every compared stay was the same, or is now. Nothing less counts as proof.',
  ),
  from: dateOnly('Stays that end on this day or later were compared.'),
  started_at: timestamp('When it began.'),
  finished_at: timestampOrNull('When it ended.'),
  stays_compared: integer('Stays compared.', { minimum: 0 }),
  stays_drifted: integer('Of these, stays with a field that differed.', { minimum: 0 }),
  stays_missing_here: integer('Of these, bookings that were not stored.', { minimum: 0 }),
  stays_gone_upstream: integer('Stored stays the provider no longer has as bookings.', { minimum: 0 }),
  stays_mended: integer('Of all that were different, those that are the same now.', { minimum: 0 }),
  stays_unread: integer('Rows that could not be read or stored, or did not come.', { minimum: 0 }),
  fields_differed: integer('Fields that differed, in all.', { minimum: 0 }),
  digest: textOrNull('SHA-256 over the compared stays as they are stored; the same for the same stays.'),
  upstream_digest: textOrNull(
    'The same over what the provider sent. Equal to `digest` when nothing differs.',
  ),
}

export const ReconciliationSummary = record(proof)
export type ReconciliationSummary = Static<typeof ReconciliationSummary>

export const ReconciliationProof = record({
  ...proof,
  differences: Type.Array(StayDifference, { description: 'The first that were found, at most 100.' }),
})
export type ReconciliationProof = Static<typeof ReconciliationProof>

export const Reconciliation = record({
  connection_id: id('The connection.'),
  provider: text('The provider.', { examples: ['hostaway'] }),
  external_account_id: text("The provider's id of the account."),
  next_at: timestampOrNull('When the next one is due; null while the account is not being read.'),
  latest: nullable(ReconciliationProof, { description: 'The newest one; null before the first.' }),
  last_proven_at: timestampOrNull('When the last one that proved everything ended.'),
  history: Type.Array(ReconciliationSummary, {
    description: 'The newest ones of the last 30 days, newest first, at most 30.',
  }),
})
export type Reconciliation = Static<typeof Reconciliation>

export const ReconciliationQueued = record({
  connection_id: id('The connection.'),
  queued: Type.Literal(true, {
    description: 'It begins as soon as the account is not being read otherwise.',
  }),
  requested_at: timestamp('When it was asked for.'),
})
export type ReconciliationQueued = Static<typeof ReconciliationQueued>
