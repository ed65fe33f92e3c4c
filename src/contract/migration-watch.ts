/** After a cutover the old account can be watched, if the caller requests it. */
import { Type } from 'typebox'
import type { Static } from 'typebox'
import { flag, id, integer, oneOfStrings, record, text, timestamp, timestampOrNull } from './fields.ts'

export const watchHours = 72

export const MigrationWatch = record(
  {
    state: oneOfStrings(['watching', 'ended', 'rolled_back'], {
      description:
        '`watching`: the old system is looked at, and `rollback` is possible; `ended`: what opened it is deleted; `rolled_back`.',
    }),
    startedAt: timestamp('When the cutover was.'),
    until: timestamp(`When it ends: ${watchHours} hours later.`),
    endedAt: timestampOrNull('When it ended; null: it goes on.'),
    found: integer('Stays that `migration.watch.stay_found` told of.', { minimum: 0 }),
    sources: Type.Array(
      record({
        connectionId: id('The account.'),
        provider: text('The old system.', { examples: ['hostaway'] }),
        watched: flag(
          'Whether its stays are looked at. false: none were imported from it, so only its access is kept, for a rollback.',
        ),
        lastLookedAt: timestampOrNull('When it was looked at to the end last; null: not yet.'),
        found: integer('Stays that were found there.', { minimum: 0 }),
        errors: integer('Looks that failed.', { minimum: 0 }),
        lastError: Type.Optional(text('Why the last one did. Absent: it did not.')),
      }),
      { description: 'The accounts that a rollback connects again.' },
    ),
  },
  { description: 'The watch after the cutover. Absent: there is none.' },
)
export type MigrationWatch = Static<typeof MigrationWatch>

/** Body of `POST /v1/migrations/{workspaceId}/cutover`. */
export const CutoverBody = record({
  watch: Type.Optional(
    flag(
      `Whether the old system is looked at for ${watchHours} hours more, without changing anything there: what opens it is kept, encrypted, for so long and no longer. Left out or false: it is wiped at once.`,
    ),
  ),
  requireGo: Type.Optional(
    flag(
      'True: refused with `invalid_state` unless a rehearsal of the last hour said `go`. Left out or false: what a rehearsal said stands in the answer, and stops nothing.',
    ),
  ),
})
export type CutoverBody = Static<typeof CutoverBody>

export const CutoverSource = record({
  connectionId: id('The account.'),
  provider: text('The old system.', { examples: ['hostaway'] }),
  access: oneOfStrings(['watched', 'kept', 'wiped'], {
    description:
      'What became of what opens it. `watched`: kept, and looked at; `kept`: for a rollback only; `wiped`: a rollback cannot connect it.',
  }),
  message: text('The same in a sentence, with what to do.'),
})
export type CutoverSource = Static<typeof CutoverSource>

export const RollbackSource = record({
  connectionId: id('The account.'),
  provider: text('The old system.', { examples: ['hostaway'] }),
  connected: flag('Whether it is connected now.'),
  message: text('The same in a sentence, with what to do.'),
})
export type RollbackSource = Static<typeof RollbackSource>
