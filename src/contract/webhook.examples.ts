/** These examples of webhooks and the log of events are written by hand. */
import { EventLog, type LoggedEvent } from './events.ts'
import { at, entry } from './examples.ts'
import { WebhookReplayBody, WebhookTestResult } from './webhook-delivery.ts'
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
} from './webhook.ts'

const webhook: Webhook = {
  id: '0b6a3c1e-5f0f-4d53-9a3b-0d8a6a2f5d11',
  url: 'https://example.com/hook',
  description: null,
  events: ['reservation.*'],
  apiVersion: '2026-04',
  status: 'active',
  ordered: false,
  snapshotPending: false,
  consecutiveFailures: 0,
  failureStage: 'none',
  lastDeliveredAt: null,
  lastSuccessAt: null,
  lastFailureAt: null,
  lastDeliveryStatus: null,
  disabledAt: null,
  disabledReason: null,
  heldUntil: null,
  createdAt: at,
  updatedAt: at,
  secretMasked: 'whsec_a1b…f9c2',
}

const loggedEvent: LoggedEvent = {
  event: 'repull.ping',
  type: 'repull.ping',
  eventId: webhook.id,
  apiVersion: '2026-04',
  timestamp: at,
  sequence: 4812,
  account: null,
  data: { message: 'Your webhook works.' },
}

export const webhookExamples = {
  Webhook: entry(Webhook, webhook),
  WebhookCreated: entry(WebhookCreated, { ...webhook, secret: 'whsec_0123456789' }),
  WebhookCreateBody: entry(WebhookCreateBody, { url: 'https://example.com/hook', events: ['*'] }),
  WebhookDeleted: entry(WebhookDeleted, { id: webhook.id, deleted: true }),
  WebhookUpdateBody: entry(WebhookUpdateBody, { status: 'active' }),
  WebhookSecretRotated: entry(WebhookSecretRotated, {
    id: webhook.id,
    secret: 'whsec_0123456789',
    rotatedAt: at,
    previousSecretValidUntil: '2026-05-15T09:30:00.000Z',
  }),
  WebhookRecoverBody: entry(WebhookRecoverBody, { since: at }),
  WebhookRecovered: entry(WebhookRecovered, {
    id: webhook.id,
    fromSequence: 4800,
    toSequence: 4812,
    retried: 3,
    added: 0,
    hasMore: false,
  }),
  WebhookReplayBody: entry(WebhookReplayBody, { force: true }),
  WebhookTestBody: entry(WebhookTestBody, {
    url: 'https://example.com/hook',
    event_type: 'reservation.created',
    signing_secret: 'whsec_0123456789',
  }),
  WebhookTestResult: entry(WebhookTestResult, {
    deliveryId: webhook.id,
    eventId: webhook.id,
    event: 'reservation.created',
    success: true,
    statusCode: 204,
    responseTimeMs: 12,
    responseBody: '',
    errorMessage: null,
  }),
  EventTypes: entry(EventTypes, { domains: [{ id: 'system', title: 'System', events: [] }], flat: [] }),
  EventLog: entry(EventLog, {
    data: [loggedEvent],
    nextAfter: 4812,
    hasMore: false,
    log: { oldest: 1, latest: 4812 },
  }),
}
