/** A rehearsal goes through a cutover without doing it: what is ready, and the open tasks in their order. */
import { Type } from 'typebox'
import type { Static } from 'typebox'
import { CheckedStay, mostCheckedStays } from './cutover-check.ts'
import { flag, id, integer, nullable, oneOfStrings, record, text, textOrNull, timestamp } from './fields.ts'

/** Checks run in this order. */
export const rehearsalCodes = [
  'import_complete',
  'report_clean',
  'check_clean',
  'channels_to_reconnect',
  'nights_at_risk',
] as const
export type RehearsalCode = (typeof rehearsalCodes)[number]
const code = () => oneOfStrings(rehearsalCodes, { description: 'What it is about.' })

/** Body of `POST /v1/migrations/{workspaceId}/rehearsal`. */
export const RehearsalBody = record({
  reservations: Type.Optional(
    Type.Array(CheckedStay, {
      maxItems: mostCheckedStays,
      description:
        'Your upcoming stays, as for `cutover-check`. Left out: what depends on them is `unknown`, and it is no go.',
    }),
  ),
})
export type RehearsalBody = Static<typeof RehearsalBody>

const score = (description: string) => integer(description, { minimum: 0, maximum: 100 })

export const RehearsalItem = record({
  code: code(),
  status: oneOfStrings(['done', 'open', 'unknown'], { description: '`unknown`: it was not looked at.' }),
  required: flag('Whether it has to be `done` before the cutover; the rest is done around it.'),
  points: score('What it adds to the score.'),
  mostPoints: score('What it adds when it is done.'),
  count: integer('How many things are open; nights, where it is about nights.', { minimum: 0 }),
  message: text('How it stands.'),
  todo: textOrNull('What to do; null: nothing.'),
  sampleIds: Type.Array(Type.String(), { maxItems: 10, description: 'Ids of some of what is open.' }),
  change: oneOfStrings(['better', 'worse', 'same', 'new'], {
    description: 'Against the rehearsal before; `new`: it was not known then, or is not now.',
  }),
})
export type RehearsalItem = Static<typeof RehearsalItem>

/** The result of a rehearsal has this form. */
export const RehearsalOutcome = record({
  rehearsedAt: timestamp('When it was gone through.'),
  go: flag('Whether everything that is required is done.'),
  score: score('Out of 100.'),
})

/** A migration keeps this much of its last rehearsal. */
export const LastRehearsal = record(
  {
    ...RehearsalOutcome.properties,
    items: Type.Array(
      record({
        code: RehearsalItem.properties.code,
        status: RehearsalItem.properties.status,
        count: RehearsalItem.properties.count,
      }),
      { description: 'How each item stood.' },
    ),
  },
  { description: 'The last rehearsal. Absent: there was none.' },
)
export type LastRehearsal = Static<typeof LastRehearsal>

/** Answer of `POST /v1/migrations/{workspaceId}/rehearsal`. */
export const Rehearsal = record({
  data: record({
    workspaceId: id('The workspace.'),
    ...RehearsalOutcome.properties,
    items: Type.Array(RehearsalItem, { description: 'In the order in which to do them.' }),
    previous: nullable(RehearsalOutcome, { description: 'The rehearsal before; null: there was none.' }),
    better: Type.Array(code(), { description: 'What is better than it was then.' }),
    worse: Type.Array(code(), { description: 'What is worse.' }),
  }),
})
export type Rehearsal = Static<typeof Rehearsal>
