import { Type } from 'typebox'
import type { Static } from 'typebox'
import {
  flag,
  integer,
  integerOrNull,
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

export const deliveryFilters = ['success', 'failure', 'all'] as const
export type DeliveryFilter = (typeof deliveryFilters)[number]

/** `status` on `GET /v1/webhooks/{id}/deliveries` takes these. */
export const DeliveryFilter = oneOfStrings(deliveryFilters, {
  description: 'Accepted deliveries, those that were not, or both. Default `all`.',
})

const deliveryFields = {
  id: uuid('Id of this attempt: the delivery id in the headers the receiver got.'),
  eventId: uuid('Id of the event; the same over all attempts.'),
  eventType: text('Kind of event.', { examples: ['reservation.created'] }),
  statusCode: integerOrNull('HTTP status of the receiver; null when it did not answer.'),
  responseTimeMs: integerOrNull('Milliseconds until the receiver answered.'),
  attempt: integer('Counts from 1 over the attempts to deliver this event.', { minimum: 1 }),
  success: flag('The receiver accepted it.'),
  errorMessage: textOrNull('Why it was not accepted.'),
  createdAt: timestamp('When the attempt began.'),
  succeededAt: timestampOrNull('When the receiver accepted it.'),
  failedAt: timestampOrNull(
    'When the receiver failed it; null also when the server stopped before it knew the outcome.',
  ),
}

/** `GET /v1/webhooks/{id}/deliveries` lists these: one attempt to deliver an event each. */
export const WebhookDelivery = record(deliveryFields)
export type WebhookDelivery = Static<typeof WebhookDelivery>

const headersOrNull = (description: string) =>
  nullable(openObject(description), { description: `${description} Null when there was none.` })

const detailFields = {
  ...deliveryFields,
  payload: Type.Unsafe<Record<string, unknown>>({
    type: 'object',
    additionalProperties: true,
    description: 'The body that was sent.',
  }),
  requestHeaders: headersOrNull('Headers that were sent.'),
  responseHeaders: headersOrNull('Headers of the answer.'),
  responseBody: textOrNull('Body of the answer, up to 64 KiB.'),
}

/** Answer of `GET /v1/webhooks/{id}/deliveries/{deliveryId}`, of the ping and of a test. */
export const WebhookDeliveryDetail = record(detailFields)
export type WebhookDeliveryDetail = Static<typeof WebhookDeliveryDetail>

/** Body of `POST /v1/webhooks/{id}/deliveries/{deliveryId}/replay`. */
export const WebhookReplayBody = record({
  force: Type.Optional(flag('Send it although the receiver accepted it before.')),
})
export type WebhookReplayBody = Static<typeof WebhookReplayBody>

/** Answer of a replay: the new attempt, and what is left of the budget. */
export const WebhookReplay = record({
  ...detailFields,
  replayNumber: integer('Counts the replays of this delivery within the window.', { minimum: 1 }),
  replaysRemaining: integer('Replays that are left in the window.', { minimum: 0 }),
  replayLimit: integer('Replays in a window of 60 minutes.', { minimum: 1 }),
  nextWindowResetAt: timestamp('When the oldest of them stops counting.'),
  forced: Type.Optional(flag('It had been accepted before.')),
})
export type WebhookReplay = Static<typeof WebhookReplay>

/** Answer of `POST /v1/webhooks/test`. */
export const WebhookTestResult = record({
  deliveryId: uuid('Id of this attempt, as in the headers.'),
  eventId: uuid('Id of the made-up event.'),
  event: text('Its kind.', { examples: ['reservation.created'] }),
  success: flag('The receiver accepted it.'),
  statusCode: integerOrNull('HTTP status of the receiver; null when it did not answer.'),
  responseTimeMs: integerOrNull('Milliseconds until the receiver answered.'),
  responseBody: textOrNull('Body of the answer, up to 64 KiB.'),
  errorMessage: textOrNull('Why it was not accepted.'),
})
export type WebhookTestResult = Static<typeof WebhookTestResult>
