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

/** What `status` on `GET /v1/webhooks/{id}/deliveries` takes. */
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

/** One attempt to deliver an event: a row of `GET /v1/webhooks/{id}/deliveries`. */
export const WebhookDelivery = record(deliveryFields)
export type WebhookDelivery = Static<typeof WebhookDelivery>

const headersOrNull = (description: string) =>
  nullable(openObject(description), { description: `${description} Null when there was none.` })

/** Answer of `GET /v1/webhooks/{id}/deliveries/{deliveryId}` and of the ping. */
export const WebhookDeliveryDetail = record({
  ...deliveryFields,
  payload: Type.Unsafe<Record<string, unknown>>({
    type: 'object',
    additionalProperties: true,
    description: 'The body that was sent.',
  }),
  requestHeaders: headersOrNull('Headers that were sent.'),
  responseHeaders: headersOrNull('Headers of the answer.'),
  responseBody: textOrNull('Body of the answer, up to 64 KiB.'),
})
export type WebhookDeliveryDetail = Static<typeof WebhookDeliveryDetail>
