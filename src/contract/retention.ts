/** A workspace keeps its records for as long as these say. */
import { Type } from 'typebox'
import type { Static } from 'typebox'
import { dateOnly, id, integer, nullable, record, timestampOrNull } from './fields.ts'

const guestMonths = Type.Integer({ minimum: 1, maximum: 240 })
const historyDays = Type.Integer({ minimum: 31, maximum: 36_500 })
const ofGuests =
  'Months after the end of their last stay after which guests are forgotten by themselves; null: never.'
const ofHistory =
  'Days for which changes of records stay readable under `…/history` and `as_of`; null: as the setting `HISTORY_RETENTION_DAYS` says.'

/** Answer of `GET /v1/retention`. */
export const Retention = record({
  guestMonths: nullable(guestMonths, { description: ofGuests, examples: [36] }),
  historyDays: nullable(historyDays, { description: ofHistory, examples: [730] }),
  historyFrom: timestampOrNull('Changes before this are gone; null: none was deleted yet.'),
  nextLookAt: timestampOrNull('When guests whose time is over are looked for next; null: never.'),
})
export type Retention = Static<typeof Retention>

export const RetentionBody = Type.Object(
  {
    guestMonths: Type.Optional(nullable(guestMonths, { description: ofGuests, examples: [36] })),
    historyDays: Type.Optional(nullable(historyDays, { description: ofHistory, examples: [730] })),
  },
  {
    additionalProperties: false,
    minProperties: 1,
    description: 'What is left out stays as it is.',
  },
)
export type RetentionBody = Static<typeof RetentionBody>

/** Answer of `GET /v1/retention/preview`. */
export const RetentionPreview = record({
  guestMonths: nullable(guestMonths, { description: 'The months it was looked with.', examples: [36] }),
  total: integer('Guests who would be forgotten.', { minimum: 0 }),
  guests: Type.Array(
    record({
      id: id('Id of the guest.'),
      lastStayEnded: dateOnly('Last day of the last stay, cancelled ones included.'),
    }),
    { description: 'The first hundred of them, by id.' },
  ),
})
