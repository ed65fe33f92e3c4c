import { Type } from 'typebox'
import { listOf } from '../../contract/shared.ts'
import {
  DeliveryFilter,
  WebhookDelivery,
  WebhookDeliveryDetail,
  WebhookReplay,
  WebhookReplayBody,
} from '../../contract/webhook-delivery.ts'
import { listPage, listQuery } from '../../http/list.ts'
import { route } from '../route.ts'
import { attemptOrdering, attemptRows, attemptTotal, type AttemptRow } from './attempt-queries.ts'
import { findDelivery, DeliveryParams, findWebhook, WebhookParams } from './find-webhook.ts'
import { toDelivery } from './map.ts'
import { replayDelivery } from './replay.ts'

const tag = 'Webhooks'

export const deliveryRoutes = [
  route({
    method: 'GET',
    url: '/v1/webhooks/:id/deliveries',
    id: 'listWebhookDeliveries',
    family: 'webhooks',
    account: 'ignored',
    tag,
    summary: 'List deliveries',
    description: 'Every attempt is a row, newest first.',
    params: WebhookParams,
    query: listQuery({ status: Type.Optional(DeliveryFilter) }, { defaultLimit: 25 }),
    reply: listOf(WebhookDelivery),
    errors: [],
    handle: async (context) => {
      const { services, scope, params, query } = context
      await findWebhook(services.db, scope, params.id)
      const of = { webhookId: params.id, status: query.status ?? 'all' }
      // The webhook's id counts as a filter, so a cursor fits no other webhook.
      return listPage<AttemptRow, WebhookDelivery>(
        { ...context, query: { ...query, webhookId: params.id } as typeof query },
        {
          defaultLimit: 25,
          ordering: attemptOrdering,
          rows: (page) => attemptRows(services.db, scope, of, page),
          total: () => attemptTotal(services.db, scope, of),
          item: toDelivery,
        },
      )
    },
  }),
  route({
    method: 'GET',
    url: '/v1/webhooks/:id/deliveries/:deliveryId',
    id: 'getWebhookDelivery',
    family: 'webhooks',
    account: 'ignored',
    tag,
    summary: 'Get a delivery',
    description: 'With what was sent and what the receiver answered.',
    params: DeliveryParams,
    reply: WebhookDeliveryDetail,
    errors: ['listing_inactive'],
    handle: ({ services, scope, params }) =>
      findDelivery(services.db, scope, { webhookId: params.id, id: params.deliveryId }),
  }),
  route({
    method: 'POST',
    url: '/v1/webhooks/:id/deliveries/:deliveryId/replay',
    id: 'replayWebhookDelivery',
    family: 'webhooks',
    account: 'ignored',
    tag,
    summary: 'Send a delivery again',
    description:
      'Sends the same event once more, now, under a new delivery id, and waits for the answer. 200 also when the receiver failed. Three times an hour, counted over all replays of the event to this webhook.',
    params: DeliveryParams,
    body: WebhookReplayBody,
    bodyOptional: true,
    invalidBody: 'validation_error',
    reply: WebhookReplay,
    errors: [
      'replay_limit_reached',
      'delivery_already_succeeded',
      'invalid_state',
      'listing_inactive',
      'validation_error',
    ],
    handle: ({ services, scope, params, body }) =>
      replayDelivery(services, scope, {
        webhookId: params.id,
        attemptId: params.deliveryId,
        force: (body as WebhookReplayBody | undefined)?.force ?? false,
      }),
  }),
]
