import { Type } from 'typebox'
import {
  isEventKind,
  eventDomains,
  eventEnvelope,
  eventKinds,
  events,
  type EventDomain,
} from '../../contract/events.ts'
import { listOf, uuid } from '../../contract/shared.ts'
import { WebhookDeliveryDetail, WebhookTestResult } from '../../contract/webhook-delivery.ts'
import {
  EventTypes,
  Webhook,
  WebhookCreateBody,
  WebhookCreated,
  WebhookDeleted,
  WebhookRecoverBody,
  WebhookRecovered,
  WebhookSecretRotated,
  WebhookTestBody,
  WebhookUpdateBody,
  type EventType,
} from '../../contract/webhook.ts'
import { listPage, listQuery } from '../../http/list.ts'
import { writeOnce } from '../../http/write-once.ts'
import { route } from '../route.ts'
import { deliveryRoutes } from './delivery-routes.ts'
import { fireEvent, createPingEvent, createTestEvent } from './fire-event.ts'
import { findDelivery, findWebhook, missingWebhookRecord, WebhookParams } from './find-webhook.ts'
import { toWebhook } from './map.ts'
import { sendLegacyTest } from './legacy-test.ts'
import { deleteWebhook, webhookOrdering, webhookRows, webhookTotal } from './queries.ts'
import { recoverWebhook } from './recover.ts'
import { unknownEventType } from './rules.ts'
import { createWebhook, rotateSigningSecret, changeWebhook } from './subscriptions.ts'
import { sampleOf } from '../../contract/sample.ts'

/** The catalogue as the API shows it. Pure. */
const all: EventType[] = eventKinds.map((type) => {
  const { domain, title, description } = events[type]
  const samplePayload = sampleOf(eventEnvelope(type)) as Record<string, unknown>
  return { type, domain, title, description, samplePayload }
})

const eventTypes: EventTypes = {
  domains: (Object.keys(eventDomains) as EventDomain[]).map((id) => ({
    id,
    title: eventDomains[id],
    events: all.filter(({ domain }) => domain === id),
  })),
  flat: all,
}

const tag = 'Webhooks'
const TestParams = Type.Object(
  {
    id: uuid('Id of the subscription.'),
    eventType: Type.String({ minLength: 1, maxLength: 100, description: 'Kind of event to send.' }),
  },
  { additionalProperties: false },
)

export const webhookRoutes = [
  route({
    method: 'GET',
    url: '/v1/webhooks',
    id: 'listWebhooks',
    family: 'webhooks',
    account: 'ignored',
    tag,
    summary: 'List webhooks',
    description: 'Newest first.',
    query: listQuery({}, { defaultLimit: 20 }),
    reply: listOf(Webhook),
    errors: [],
    handle: (context) =>
      listPage(context, {
        defaultLimit: 20,
        ordering: webhookOrdering,
        rows: (page) => webhookRows(context.services.db, context.scope, page),
        total: () => webhookTotal(context.services.db, context.scope),
        item: toWebhook,
      }),
  }),
  route({
    method: 'POST',
    url: '/v1/webhooks',
    id: 'createWebhook',
    family: 'webhooks',
    account: 'ignored',
    tag,
    summary: 'Subscribe to events',
    description: 'The answer is the only one that shows the signing secret.',
    body: WebhookCreateBody,
    reply: WebhookCreated,
    status: 201,
    answersTo: 'key',
    errors: ['too_many_webhooks'],
    handle: (context) => createWebhook(context, context.body),
  }),
  route({
    method: 'GET',
    url: '/v1/webhooks/event-types',
    id: 'listEventTypes',
    family: 'webhooks',
    account: 'ignored',
    tag,
    summary: 'List the kinds of events',
    description: 'By family and by name, each with a sample of what is sent.',
    reply: EventTypes,
    errors: [],
    handle: async () => eventTypes,
  }),
  route({
    method: 'GET',
    url: '/v1/webhooks/:id',
    id: 'getWebhook',
    family: 'webhooks',
    account: 'ignored',
    tag,
    summary: 'Get a webhook',
    description:
      'The subscription and how its deliveries are doing. The secret is shown when it is made, and masked here.',
    params: WebhookParams,
    reply: Webhook,
    errors: [],
    handle: async ({ services, scope, params }) =>
      toWebhook(await findWebhook(services.db, scope, params.id)),
  }),
  route({
    method: 'PATCH',
    url: '/v1/webhooks/:id',
    id: 'updateWebhook',
    family: 'webhooks',
    account: 'ignored',
    tag,
    summary: 'Change, pause or resume a webhook',
    description:
      'While it is paused nothing new is queued for it; `POST …/recover` brings that back later. `status: active` ends a pause or a disabling.',
    params: WebhookParams,
    body: WebhookUpdateBody,
    reply: Webhook,
    errors: [],
    handle: async ({ services, scope, params, body }) => {
      const row = await changeWebhook(services, scope, params.id, body)
      if (!row) throw missingWebhookRecord('webhook', 'id', params.id)
      return toWebhook(row)
    },
  }),
  route({
    method: 'DELETE',
    url: '/v1/webhooks/:id',
    id: 'deleteWebhook',
    family: 'webhooks',
    account: 'ignored',
    tag,
    summary: 'End a subscription',
    description: 'Deliveries that were queued before still go out.',
    params: WebhookParams,
    reply: WebhookDeleted,
    errors: [],
    handle: (context) =>
      writeOnce(context, async (tx) => {
        const { services, scope, params } = context
        const deleted = await deleteWebhook(tx, scope, params.id, services.clock.now())
        if (!deleted) throw missingWebhookRecord('webhook', 'id', params.id)
        return { id: params.id, deleted: true as const }
      }),
  }),
  route({
    method: 'POST',
    url: '/v1/webhooks/:id/ping',
    id: 'pingWebhook',
    family: 'webhooks',
    account: 'ignored',
    tag,
    summary: 'Send a ping',
    description:
      'Sends `repull.ping` to this webhook alone and waits for its answer. 200 also when the receiver failed: `success` says which. It is not repeated.',
    params: WebhookParams,
    reply: WebhookDeliveryDetail,
    errors: [],
    handle: async ({ services, scope, params }) => {
      await findWebhook(services.db, scope, params.id)
      const id = await fireEvent(services, scope, params.id, { event: createPingEvent, purpose: 'ping' })
      return findDelivery(services.db, scope, { webhookId: params.id, id })
    },
  }),
  route({
    method: 'POST',
    url: '/v1/webhooks/:id/test/:eventType',
    id: 'testWebhook',
    family: 'webhooks',
    account: 'ignored',
    tag,
    summary: 'Send a made-up event',
    description:
      'Sends an event of this kind with made-up data to this webhook alone, marked `test`, and waits for its answer. 200 also when the receiver failed. It is not repeated.',
    params: TestParams,
    reply: WebhookDeliveryDetail,
    errors: ['invalid_type'],
    handle: async ({ services, scope, params }) => {
      await findWebhook(services.db, scope, params.id)
      if (!isEventKind(params.eventType)) throw unknownEventType('eventType', params.eventType)
      const event = createTestEvent(params.eventType)
      const id = await fireEvent(services, scope, params.id, { event, purpose: 'test' })
      return findDelivery(services.db, scope, { webhookId: params.id, id })
    },
  }),
  route({
    method: 'POST',
    url: '/v1/webhooks/:id/rotate-secret',
    id: 'rotateWebhookSecret',
    family: 'webhooks',
    account: 'ignored',
    tag,
    summary: 'Replace the signing secret',
    description:
      'For 24 hours every delivery is signed with the new and with the old secret, so that the receiver can change over in between. Rotated again in that time, the up to three secrets from before go on signing for 24 hours more.',
    params: WebhookParams,
    reply: WebhookSecretRotated,
    answersTo: 'key',
    errors: [],
    handle: (context) =>
      writeOnce(context, async (tx) => {
        const { services, scope, params } = context
        const rotated = await rotateSigningSecret(tx, services, scope, params.id)
        return rotated ?? missingWebhookRecord('webhook', 'id', params.id)
      }),
  }),
  route({
    method: 'POST',
    url: '/v1/webhooks/:id/recover',
    id: 'recoverWebhook',
    family: 'webhooks',
    account: 'ignored',
    tag,
    summary: 'Deliver again what failed',
    description:
      'Everything since an instant or a sequence that was given up or still fails is sent again, and what was not queued while the webhook was paused or disabled is queued. At most 10,000 places of the log in one call.',
    params: WebhookParams,
    body: WebhookRecoverBody,
    reply: WebhookRecovered,
    errors: ['invalid_state'],
    handle: (context) => recoverWebhook(context, context.params.id, context.body),
  }),
  route({
    method: 'POST',
    url: '/v1/webhooks/test',
    id: 'testWebhookAddress',
    family: 'webhooks',
    account: 'ignored',
    tag,
    summary: 'Try an address (older way)',
    description:
      'Deprecated: subscribe and use `POST /v1/webhooks/{id}/test/{event_type}`. Sends one made-up event, signed with the given secret, and keeps nothing.',
    body: WebhookTestBody,
    reply: WebhookTestResult,
    errors: ['invalid_type'],
    handle: ({ services, scope, body }) => sendLegacyTest(services, scope, body),
  }),
  ...deliveryRoutes,
]
