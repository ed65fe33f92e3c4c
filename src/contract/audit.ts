import { Type } from 'typebox'
import { nullable, oneOfStrings, record, text, timestamp } from './fields.ts'

export const auditOutcomes = ['begun', 'done', 'repeated', 'refused', 'failed'] as const

/** `GET /v1/audit` lists these lines. */
export const AuditEntry = record({
  id: text('Id of the line.', { examples: ['0198f6a2-7c1e-4b52-9d3f-5a1f0c2b7e11'] }),
  at: timestamp('When it began.', { examples: ['2026-06-15T12:00:00.000Z'] }),
  actor: record(
    {
      id: text(
        'Who did it: `key:<id>`, `member:<id>`, `operator:<id>`, `link` (whoever holds a connect link), `cli` (a command on the server’s machine) or `system`.',
        { examples: ['key:12'] },
      ),
      prefix: nullable(Type.String(), {
        description: 'How the key begins. Null: no key did it.',
        examples: ['sk_live_ab12'],
      }),
      name: nullable(Type.String(), {
        description: 'What the key is for, or the name of the member, else the address.',
        examples: ['Website'],
      }),
    },
    { description: 'Who did it.' },
  ),
  action: text(
    'The operation id of a route, `cli.` and a command, or `secret.` with what secret was used and for what.',
    { examples: ['updateReservation'] },
  ),
  targets: Type.Array(Type.String(), {
    description: 'What it was about, as `type:id`: what the path names first, what was made last.',
    examples: [['reservation:77']],
  }),
  outcome: oneOfStrings(auditOutcomes, {
    description:
      '`done`; `repeated`: the stored answer of an `Idempotency-Key` was given again; `refused` (4xx); `failed` (5xx); `begun`: under way, or its process ended before it could be told.',
  }),
  status: nullable(Type.Integer(), { description: 'HTTP status of the answer.', examples: [200] }),
  code: nullable(Type.String(), { description: 'Error code of the answer.', examples: ['invalid_state'] }),
  requestId: nullable(Type.String(), {
    description: 'The request’s `X-Request-Id`.',
    examples: ['a1b2c3'],
  }),
  ip: nullable(Type.String(), { description: 'Address it came from.', examples: ['203.0.113.7'] }),
  details: nullable(Type.Record(Type.String(), Type.Unknown()), {
    description: 'Plain values that say what was changed.',
    examples: [{ dryRun: true }],
  }),
})
