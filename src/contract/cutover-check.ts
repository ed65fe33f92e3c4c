/** Before a cutover the old system's upcoming stays are compared with the caller's own. */
import { Type } from 'typebox'
import type { Static } from 'typebox'
import { dateOnly, id, integer, oneOfStrings, record, textOrNull, timestamp } from './fields.ts'

export const mostCheckedStays = 10_000

const code = Type.String({
  maxLength: 200,
  description: 'Confirmation code. Letter case, spaces and hyphens do not matter.',
  examples: ['HMQ7F3KD2A'],
})

export const CheckedStay = record({
  confirmationCode: code,
  checkIn: dateOnly('Day of arrival.'),
  checkOut: dateOnly('Day of departure.', { examples: ['2026-05-17'] }),
})

/** Body of `POST /v1/migrations/{workspaceId}/cutover-check`. */
export const CutoverCheckBody = record({
  reservations: Type.Array(CheckedStay, {
    maxItems: mostCheckedStays,
    description: 'Your upcoming stays, those that are in progress too.',
  }),
})
export type CutoverCheckBody = Static<typeof CutoverCheckBody>

const inOldSystem = {
  reservationId: id('The booking here.'),
  platform: textOrNull('Where it was booked.', { examples: ['airbnb'] }),
}
const reason = <const V extends readonly string[]>(values: V, description: string) =>
  oneOfStrings(values, { description })

/** Answer of `POST /v1/migrations/{workspaceId}/cutover-check`. */
export const CutoverCheck = record({
  data: record({
    workspaceId: id('The workspace.'),
    checkedAt: timestamp('When it was compared.'),
    matched: integer('Rows of yours that are as in the old system.', { minimum: 0 }),
    missing: Type.Array(
      record({
        ...CheckedStay.properties,
        ...inOldSystem,
        reason: reason(
          ['not_in_your_list', 'listed_too_few_times', 'no_code_at_source'],
          '`listed_too_few_times`: a booking of several stays; `no_code_at_source`: it can be compared with nothing.',
        ),
      }),
      { description: 'Upcoming in the old system, and not in your list.' },
    ),
    extra: Type.Array(
      record({
        ...CheckedStay.properties,
        reason: reason(
          [
            'unknown_code',
            'no_code',
            'cancelled',
            'not_confirmed_yet',
            'already_over',
            'duplicate_in_your_list',
          ],
          'Why it is no upcoming stay of the old system.',
        ),
      }),
      { description: 'In your list, and no upcoming stay of the old system.' },
    ),
    mismatched: Type.Array(
      record({
        source: record({ ...CheckedStay.properties, ...inOldSystem }, { description: 'In the old system.' }),
        destination: record({ ...CheckedStay.properties }, { description: 'In your list.' }),
        reason: reason(['check_in_differs', 'check_out_differs', 'dates_differ'], 'What differs.'),
      }),
      { description: 'The same booking, with other dates.' },
    ),
  }),
})
export type CutoverCheck = Static<typeof CutoverCheck>
