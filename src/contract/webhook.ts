import { Type } from 'typebox'
import type { Static } from 'typebox'
import {
  integer,
  integerOrNull,
  link,
  nullable,
  oneOfStrings,
  record,
  text,
  textOrNull,
  timestamp,
  timestampOrNull,
  uuid,
} from './fields.ts'

export const apiVersions = ['2026-04'] as const
export const webhookStatuses = ['active', 'paused', 'disabled'] as const

const webhookFields = {
  id: uuid('Id of the subscription.'),
  url: link('Where the events are sent.'),
  description: textOrNull('What it is for.'),
  events: Type.Array(Type.String(), {
    description: 'Event kinds, or families such as `reservation.*`.',
    examples: [['reservation.created', 'reservation.cancelled']],
  }),
  apiVersion: text('Version of the payloads this subscription gets.', { examples: ['2026-04'] }),
  status: oneOfStrings(webhookStatuses, {
    description: '`disabled` is set by the server after too many failures in a row.',
  }),
  consecutiveFailures: integer('Deliveries that failed since the last success.', { minimum: 0 }),
  lastDeliveredAt: timestampOrNull('Latest attempt.'),
  lastSuccessAt: timestampOrNull('Latest accepted delivery.'),
  lastFailureAt: timestampOrNull('Latest failed delivery.'),
  lastDeliveryStatus: integerOrNull('HTTP status of the latest attempt; null when there was no answer.'),
  disabledAt: timestampOrNull('When the server disabled it.'),
  createdAt: timestamp('When it was created.'),
  updatedAt: timestamp('When it last changed.'),
  secretMasked: text('The signing secret, mostly hidden.', { examples: ['whsec_a1b…f9c2'] }),
}

/** A row of `GET /v1/webhooks` and the answer of `GET /v1/webhooks/{id}`. */
export const Webhook = record(webhookFields)
export type Webhook = Static<typeof Webhook>

/** Answer of `POST /v1/webhooks`: the only one that shows the secret. */
export const WebhookCreated = record({
  ...webhookFields,
  secret: text('The signing secret. Shown once; keep it.', { examples: ['whsec_…'] }),
})
export type WebhookCreated = Static<typeof WebhookCreated>

/** Body of `POST /v1/webhooks`. Which event names exist and which targets are allowed is checked by the feature. */
export const WebhookCreateBody = record({
  url: Type.String({
    format: 'uri',
    maxLength: 2048,
    description: 'Public https address that takes the events.',
  }),
  events: Type.Array(Type.String({ minLength: 1, maxLength: 100 }), {
    minItems: 1,
    maxItems: 100,
    description: 'Event kinds, families such as `reservation.*`, or `*`.',
  }),
  description: Type.Optional(nullable(Type.String({ maxLength: 500 }), { description: 'What it is for.' })),
  apiVersion: Type.Optional(
    oneOfStrings(apiVersions, { description: 'Version of the payloads; the newest when left out.' }),
  ),
})
export type WebhookCreateBody = Static<typeof WebhookCreateBody>

/** Answer of `DELETE /v1/webhooks/{id}`. Deliveries already queued still go out. */
export const WebhookDeleted = record({
  id: uuid('Id of the subscription.'),
  deleted: Type.Literal(true, { description: 'It is gone.' }),
})
export type WebhookDeleted = Static<typeof WebhookDeleted>
