import { Type } from 'typebox'
import type { Static } from 'typebox'
import {
  flag,
  integer,
  integerOrNull,
  link,
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
import { disabledReasons } from './event-data-system.ts'

export const apiVersions = ['2026-04'] as const
export const webhookStatuses = ['active', 'paused', 'disabled'] as const
/** Stages go from a healthy receiver to one that is given up. */
export const failureStages = ['none', 'failing', 'giving_up', 'disabled'] as const

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
  ordered: flag('Events of one record arrive in order and one at a time.'),
  snapshotPending: flag('Records from before the subscription are still being delivered; live events wait.'),
  consecutiveFailures: integer('Attempts that failed since the last success.', { minimum: 0 }),
  failureStage: oneOfStrings(failureStages, {
    description:
      '`failing`: the latest attempts failed and are repeated; `giving_up`: deliveries used up their retries; `disabled`: nothing is sent any more.',
  }),
  lastDeliveredAt: timestampOrNull('Latest attempt.'),
  lastSuccessAt: timestampOrNull('Latest accepted delivery.'),
  lastFailureAt: timestampOrNull('Latest failed delivery.'),
  lastDeliveryStatus: integerOrNull('HTTP status of the latest attempt; null when there was no answer.'),
  disabledAt: timestampOrNull('When the server disabled it.'),
  disabledReason: nullable(oneOfStrings(disabledReasons), {
    description: 'Why: too many deliveries were given up in a row, or the receiver answered 410 Gone.',
  }),
  heldUntil: timestampOrNull('Nothing is sent before: the receiver asked for it with `Retry-After`.'),
  createdAt: timestamp('When it was created.'),
  updatedAt: timestamp('When it last changed.'),
  secretMasked: text('The signing secret, mostly hidden.', { examples: ['whsec_a1b…f9c2'] }),
}

/** `GET /v1/webhooks` lists these, and `GET /v1/webhooks/{id}` answers one. */
export const Webhook = record(webhookFields)
export type Webhook = Static<typeof Webhook>

/** Only `POST /v1/webhooks` answers the secret. */
export const WebhookCreated = record({
  ...webhookFields,
  secret: text('The signing secret. Shown once; keep it.', { examples: ['whsec_…'] }),
})
export type WebhookCreated = Static<typeof WebhookCreated>

const target = Type.String({
  format: 'uri',
  maxLength: 2048,
  description: 'Public https address that takes the events.',
})
const patterns = Type.Array(Type.String({ minLength: 1, maxLength: 100 }), {
  minItems: 1,
  maxItems: 100,
  description: 'Event kinds, families such as `reservation.*`, or `*`.',
})

/** Body of `POST /v1/webhooks`. The feature checks which event names exist and which targets are allowed. */
export const WebhookCreateBody = record({
  url: target,
  events: patterns,
  description: Type.Optional(nullable(Type.String({ maxLength: 500 }), { description: 'What it is for.' })),
  apiVersion: Type.Optional(
    oneOfStrings(apiVersions, { description: 'Version of the payloads; the newest when left out.' }),
  ),
  ordered: Type.Optional(
    flag(
      'Deliver events of one reservation, listing or other record in order and one at a time. Default false.',
    ),
  ),
  snapshot: Type.Optional(
    flag(
      'First deliver the active listings and the standing and coming reservations as `listing.created` and `reservation.created`, then live events. Default false.',
    ),
  ),
})
export type WebhookCreateBody = Static<typeof WebhookCreateBody>

/** Answer of `DELETE /v1/webhooks/{id}`. Deliveries already queued still go out. */
export const WebhookDeleted = record({
  id: uuid('Id of the subscription.'),
  deleted: Type.Literal(true, { description: 'It is gone.' }),
})
export type WebhookDeleted = Static<typeof WebhookDeleted>

/** Body of `PATCH /v1/webhooks/{id}`: fields left out stay as they are. */
export const WebhookUpdateBody = record(
  {
    url: Type.Optional(target),
    events: Type.Optional(patterns),
    description: Type.Optional(nullable(Type.String({ maxLength: 500 }), { description: 'What it is for.' })),
    status: Type.Optional(
      oneOfStrings(['active', 'paused'], {
        description: '`active` also ends a disabling and clears the count of failures.',
      }),
    ),
  },
  { minProperties: 1 },
)
export type WebhookUpdateBody = Static<typeof WebhookUpdateBody>

/** Answer of `POST /v1/webhooks/{id}/rotate-secret`. */
export const WebhookSecretRotated = record({
  id: uuid('Id of the subscription.'),
  secret: text('The new signing secret. Shown once; keep it.', { examples: ['whsec_…'] }),
  rotatedAt: timestamp('When it was made.'),
  previousSecretValidUntil: timestampOrNull(
    'Until then every delivery carries a signature of each secret; null where the former one can no longer be read.',
  ),
})
export type WebhookSecretRotated = Static<typeof WebhookSecretRotated>

/** Body of `POST /v1/webhooks/{id}/recover`. */
export const WebhookRecoverBody = record({
  since: Type.Unsafe<string | number>({
    type: ['string', 'integer'],
    minimum: 0,
    maxLength: 40,
    description: 'An instant (ISO 8601), or the `sequence` of the first event that is wanted again.',
    examples: ['2026-05-14T09:30:00Z'],
  }),
})
export type WebhookRecoverBody = Static<typeof WebhookRecoverBody>

/** Answer of `POST /v1/webhooks/{id}/recover`. */
export const WebhookRecovered = record({
  id: uuid('Id of the subscription.'),
  fromSequence: integer('First sequence that was looked at.', { minimum: 0 }),
  toSequence: integer('Last sequence that was looked at.', { minimum: 0 }),
  retried: integer('Deliveries that had failed and are sent again.', { minimum: 0 }),
  added: integer(
    'Events that were not queued at their time, because the subscription was paused or disabled.',
    {
      minimum: 0,
    },
  ),
  hasMore: flag('There is more after `toSequence`: call again with `since` one higher.'),
})
export type WebhookRecovered = Static<typeof WebhookRecovered>

/** Body of `POST /v1/webhooks/test`, the older way to try a receiver. */
export const WebhookTestBody = record({
  url: target,
  event_type: Type.String({ minLength: 1, maxLength: 100, description: 'Kind of event to send.' }),
  signing_secret: Type.String({ minLength: 1, maxLength: 200, description: 'Signs this one request.' }),
})
export type WebhookTestBody = Static<typeof WebhookTestBody>

const domainId = oneOfStrings(
  ['reservations', 'listings', 'calendar', 'accounts', 'reviews', 'ai', 'payments', 'system'],
  { description: 'Family of the kind.' },
)

export const EventType = record(
  {
    type: text('Name of the kind, for `events` of a subscription.', { examples: ['reservation.created'] }),
    domain: domainId,
    title: text('Its title.'),
    description: text('When it is sent.'),
    samplePayload: openObject('A whole body as a receiver gets it, with made-up data.'),
  },
  { description: 'A kind of event.' },
)
export type EventType = Static<typeof EventType>

/** Answer of `GET /v1/webhooks/event-types`. */
export const EventTypes = record({
  domains: Type.Array(
    record({
      id: domainId,
      title: text('Title of the family.'),
      events: Type.Array(EventType, { description: 'Its kinds.' }),
    }),
    { description: 'The kinds by family.' },
  ),
  flat: Type.Array(EventType, { description: 'All kinds, by name.' }),
})
export type EventTypes = Static<typeof EventTypes>
