/** An intent tells the outcome of a write to a PMS, by the key of its request. */
import type { Static } from 'typebox'
import {
  id,
  idOrNull,
  integer,
  nullable,
  oneOfStrings,
  record,
  text,
  textOrNull,
  timestamp,
  timestampOrNull,
} from './fields.ts'

export const intentKinds = ['create', 'modify', 'cancel', 'accept', 'decline', 'change', 'refund'] as const

export const intentStates = ['started', 'sent', 'unknown', 'made', 'succeeded', 'refused'] as const

/** Answer of `GET /v1/reservations/intents/{key}`. */
export const ReservationIntent = record({
  key: text('The `Idempotency-Key` of the request.'),
  kind: oneOfStrings(intentKinds, { description: 'What was to be done.' }),
  state: oneOfStrings(intentStates, {
    description:
      '`started`: nothing was sent yet. `sent`: the PMS is being asked. `unknown`: it did not answer; what became of it is being found out. `made`: done in the PMS, not recorded here yet. `succeeded`: done there and recorded here. `refused`: not done, and it will not be done by itself.',
  }),
  provider: text('The PMS.', { examples: ['hostaway'] }),
  listingId: id('The listing.'),
  reservationId: idOrNull('The reservation, once it is known here.'),
  externalId: textOrNull("The PMS's id of the booking, once it is known."),
  attempts: integer('How often the PMS was asked to do it.'),
  searches: integer('How often it was looked for in the PMS.'),
  error: nullable(
    record({
      code: text('Code of the error that was answered.', { examples: ['pms_error'] }),
      message: text('What went wrong.', { examples: ['The PMS did not answer.'] }),
    }),
    { description: 'Why it was refused, or why its outcome is unknown.' },
  ),
  nextSearchAt: timestampOrNull('When it is looked for again; null when nothing is left to find out.'),
  createdAt: timestamp('When the request came in.'),
  updatedAt: timestamp('When the state last changed.'),
})

export type ReservationIntent = Static<typeof ReservationIntent>
