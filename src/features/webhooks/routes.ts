import { Type } from 'typebox'
import { listOf, uuid } from '../../contract/shared.ts'
import { DeliveryFilter, WebhookDelivery, WebhookDeliveryDetail } from '../../contract/webhook-delivery.ts'
import { Webhook, WebhookCreateBody, WebhookCreated, WebhookDeleted } from '../../contract/webhook.ts'
import { listPage, listQuery } from '../../http/list.ts'
import { ApiError } from '../../platform/api-error.ts'
import type { Queryable, Scope } from '../../platform/tenant.ts'
import { assertListingActive } from '../listings/public.ts'
import { route } from '../services.ts'
import { attempt, attemptOrdering, attemptRows, attemptTotal, type AttemptRow } from './attempt-queries.ts'
import { createWebhook } from './create.ts'
import { toDelivery, toDeliveryDetail, toWebhook } from './map.ts'
import { ping } from './ping.ts'
import { deleteWebhook, webhook, webhookOrdering, webhookRows, webhookTotal } from './queries.ts'

const tag = 'Webhooks'
const WebhookParams = Type.Object({ id: uuid('Id of the subscription.') }, { additionalProperties: false })
const DeliveryParams = Type.Object(
  { id: uuid('Id of the subscription.'), deliveryId: uuid('Id of the delivery.') },
  { additionalProperties: false },
)

const missing = (what: string, field: string, value: string) =>
  new ApiError('not_found', `No ${what} ${value} in this workspace.`, { field, value_received: value })

async function found(db: Queryable, scope: Scope, id: string) {
  const row = await webhook(db, scope, id)
  if (!row) throw missing('webhook', 'id', id)
  return row
}

async function deliveryDetail(db: Queryable, scope: Scope, of: { webhookId: string; id: string }) {
  const row = await attempt(db, scope, of)
  if (!row) throw missing('delivery', 'deliveryId', of.id)
  if (row.listing_id !== null) await assertListingActive(db, scope, row.listing_id)
  return toDeliveryDetail(row)
}

export const webhookRoutes = [
  route({
    method: 'GET',
    url: '/v1/webhooks',
    id: 'listWebhooks',
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
    tag,
    summary: 'Subscribe to events',
    description: 'The answer is the only one that shows the signing secret.',
    body: WebhookCreateBody,
    reply: WebhookCreated,
    status: 201,
    errors: [],
    handle: ({ services, scope, body }) => createWebhook(services, scope, body),
  }),
  route({
    method: 'GET',
    url: '/v1/webhooks/:id',
    id: 'getWebhook',
    tag,
    summary: 'Get a webhook',
    params: WebhookParams,
    reply: Webhook,
    errors: [],
    handle: async ({ services, scope, params }) => toWebhook(await found(services.db, scope, params.id)),
  }),
  route({
    method: 'DELETE',
    url: '/v1/webhooks/:id',
    id: 'deleteWebhook',
    tag,
    summary: 'End a subscription',
    description: 'Deliveries that were queued before still go out.',
    params: WebhookParams,
    reply: WebhookDeleted,
    errors: [],
    handle: async ({ services, scope, params }) => {
      const deleted = await deleteWebhook(services.db, scope, params.id, services.clock.now())
      if (!deleted) throw missing('webhook', 'id', params.id)
      return { id: params.id, deleted: true as const }
    },
  }),
  route({
    method: 'POST',
    url: '/v1/webhooks/:id/ping',
    id: 'pingWebhook',
    tag,
    summary: 'Send a ping',
    description:
      'Sends `repull.ping` to this webhook alone and waits for its answer. 200 also when the receiver failed: `success` says which. It is not repeated.',
    params: WebhookParams,
    reply: WebhookDeliveryDetail,
    errors: [],
    handle: async ({ services, scope, params }) => {
      await found(services.db, scope, params.id)
      const id = await ping(services, scope, params.id)
      return deliveryDetail(services.db, scope, { webhookId: params.id, id })
    },
  }),
  route({
    method: 'GET',
    url: '/v1/webhooks/:id/deliveries',
    id: 'listWebhookDeliveries',
    tag,
    summary: 'List deliveries',
    description: 'Every attempt is a row, newest first.',
    params: WebhookParams,
    query: listQuery({ status: Type.Optional(DeliveryFilter) }, { defaultLimit: 25 }),
    reply: listOf(WebhookDelivery),
    errors: [],
    handle: async (context) => {
      const { services, scope, params, query } = context
      await found(services.db, scope, params.id)
      const of = { webhookId: params.id, status: query.status ?? 'all' }
      // The walk is one webhook's: its id counts as a filter, so that a cursor fits no other.
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
    tag,
    summary: 'Get a delivery',
    description: 'With what was sent and what the receiver answered.',
    params: DeliveryParams,
    reply: WebhookDeliveryDetail,
    errors: ['listing_inactive'],
    handle: ({ services, scope, params }) =>
      deliveryDetail(services.db, scope, { webhookId: params.id, id: params.deliveryId }),
  }),
]
