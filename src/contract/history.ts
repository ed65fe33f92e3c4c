import { Type } from 'typebox'
import { idOrNull, nullable, oneOfStrings, record, text, textOrNull, timestamp } from './fields.ts'

export const historyChanges = ['created', 'updated', 'cancelled', 'deleted'] as const
export const causeKinds = [
  'request',
  'sync_run',
  'inbound_hint',
  'expiry',
  'import',
  'sandbox',
  'unknown',
] as const

const fields = (description: string, example: Record<string, unknown>) =>
  nullable(Type.Record(Type.String(), Type.Unknown()), { description, examples: [example] })

export const ChangeCause = record(
  {
    kind: oneOfStrings(causeKinds, {
      description:
        '`request`: a request to this API; `sync_run`: an account was read; `inbound_hint`: this record was read by itself, because the provider’s webhook or another record named it; `expiry`: its time ran out; `import`: it came with an export file; `sandbox`: the sandbox was filled; `unknown`: older than causes are written down, or work of the server that no caller asked for.',
    }),
    requestId: textOrNull('The `X-Request-Id` of the request.', { examples: ['a1b2c3'] }),
    operation: textOrNull('The operation id of the request.', { examples: ['updateReservation'] }),
    key: nullable(record({ id: text('Id of the key.'), name: textOrNull('What the key is for.') }), {
      description:
        'The key the request was made with; null where a member made it. The name is null for who may not read keys, unless it is their own.',
      examples: [{ id: '12', name: 'Website' }],
    }),
    member: nullable(
      record({ id: text('Id of the member.'), name: textOrNull('Name of the member, else the address.') }),
      {
        description:
          'The member who made the request; the name is null once the member was removed, and for who may not read members.',
        examples: [{ id: '0198f6a2-7c1e-4b52-9d3f-5a1f0c2b7e11', name: 'Ada' }],
      },
    ),
    connectionId: idOrNull('The connection that was read.'),
    runId: idOrNull('The sync run that read it.'),
  },
  { description: 'Who or what made the change.' },
)

/** A record's history consists of these lines. */
export const HistoryEntry = record({
  id: text('Place of the change in the history of the record: 1 is the first.', { examples: ['3'] }),
  change: oneOfStrings(historyChanges, { description: 'What happened to the record.' }),
  at: timestamp('When it happened: the `updatedAt` that the record had by it.'),
  before: fields('The fields that changed, as they were. Null: the record was new.', {
    checkOut: '2026-07-04',
  }),
  after: fields(
    'The same fields, as they were after it; of a new record all fields. A field that is not there is null.',
    { checkOut: '2026-07-06' },
  ),
  cause: ChangeCause,
})
