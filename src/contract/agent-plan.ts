/** Plans describe a write before it is done, and a confirmation carries it out once. */
import { Type, type Static } from 'typebox'
import { AvailabilityBody } from './availability-write.ts'
import { bodyId, stayDate } from './body-fields.ts'
import { PlanMoney, planKinds } from './agent-limits.ts'
import { longestMessage } from './message-write.ts'
import { ReservationCreateBody } from './reservation-write.ts'
import {
  flag,
  nullable,
  oneOfStrings,
  openObject,
  record,
  text,
  textOrNull,
  timestamp,
  timestampOrNull,
  uuid,
} from './fields.ts'

const { dates, available, price, minNights, maxNights } = AvailabilityBody.properties

/** Body of `POST /v1/plans`. Which fields a kind takes is checked by `plan-operations.ts`. */
export const PlanCreateBody = record({
  kind: oneOfStrings(planKinds, {
    description:
      '`booking` takes the body of `POST /v1/reservations`; `change` a `reservation_id` and the body of its `PATCH`; `cancellation` a `reservation_id` and a `reason`; `prices` and `closure` a `listing_id` and nights; `message` a `conversation_id` and a `text`.',
  }),
  reservation_id: Type.Optional(bodyId('Stay to change or cancel.')),
  listing_id: Type.Optional(bodyId('Listing whose nights are set.')),
  conversation_id: Type.Optional(bodyId('Thread to write to.')),
  text: Type.Optional(Type.String({ minLength: 1, maxLength: longestMessage, description: 'The message.' })),
  reason: Type.Optional(Type.String({ maxLength: 1000, description: 'Why a stay is cancelled.' })),
  dates: Type.Optional(dates),
  from: Type.Optional(stayDate('First night, in place of `dates`.')),
  to: Type.Optional(stayDate('Last night, in place of `dates`.')),
  available,
  price,
  min_nights: minNights,
  max_nights: maxNights,
  ...Type.Partial(ReservationCreateBody).properties,
})
export type PlanCreateBody = Static<typeof PlanCreateBody>

const anyValue = (description: string) => Type.Unsafe<unknown>({ description })

export const PlanFieldChange = record({
  field: text('Field that changes, after the nights it is about.', {
    examples: ['2026-07-01..2026-07-04 price'],
  }),
  before: anyValue('Its value now.'),
  after: anyValue('Its value afterwards.'),
})
export type PlanFieldChange = Static<typeof PlanFieldChange>

const planFields = {
  id: uuid('Id of the plan.'),
  kind: oneOfStrings(planKinds, { description: 'Kind of write.' }),
  status: oneOfStrings(['open', 'confirming', 'done', 'refused', 'expired', 'erased'], {
    description:
      '`confirming` runs, or its outcome is not known yet; `refused` by the operation when it was confirmed; `erased` with a guest who was forgotten.',
  }),
  created_at: timestamp('When it was made.'),
  expires_at: timestamp('It can be confirmed until then.'),
  confirmed_at: timestampOrNull('When it was confirmed.'),
  summary: textOrNull('The write in a sentence, of ids, dates and amounts only.', {
    examples: ['Book listing 4118 from 2026-07-01 to 2026-07-05 for 642.5 EUR.'],
  }),
  money: nullable(PlanMoney, { description: 'Amount that it moves. Null: none, or not known beforehand.' }),
  guests_told: Type.Array(text('Name.'), {
    description: 'Guests who are written to, or may be by a PMS or channel.',
  }),
  channels_touched: Type.Array(text('PMS or channel.'), {
    description: 'Where it is written, or where nights change because of it.',
    examples: [['hostaway', 'airbnb']],
  }),
  changes: Type.Array(PlanFieldChange, { description: 'Values that change.' }),
  warnings: Type.Array(text('Warning.'), { description: 'Worth a look before it is confirmed.' }),
  dry_run: nullable(openObject('Answer of the dry run of the operation.')),
}

export const Plan = record({
  ...planFields,
  // One schema serves both answers: the description has a size limit.
  token: Type.Optional(text('Proof for the confirmation; only `POST /v1/plans` answers it.')),
})
export type Plan = Static<typeof Plan>

/** Body of `POST /v1/plans/{id}/confirm`. */
export const PlanConfirmBody = record({
  token: Type.String({ minLength: 1, maxLength: 200, description: 'The token of the plan.' }),
})

export const PlanConfirmed = record({
  id: uuid('Id of the plan.'),
  kind: oneOfStrings(planKinds, { description: 'Kind of write.' }),
  status: Type.Literal('done', { description: 'It was carried out.' }),
  confirmed_at: timestamp('When it was first confirmed.'),
  repeated: flag('An earlier confirmation carried it out; nothing was done now.'),
  result: openObject('Answer of the operation that carried it out.'),
})
export type PlanConfirmed = Static<typeof PlanConfirmed>
