/** Finds webhooks and deliveries by the ids in a path. */
import { Type } from 'typebox'
import { uuid } from '../../contract/shared.ts'
import { ApiError } from '../../platform/api-error.ts'
import type { Queryable, Scope } from '../../platform/tenant.ts'
import { assertListingActive } from '../../records/listings/active.ts'
import { attempt } from './attempt-queries.ts'
import { typesForInactiveListings } from './delivery/envelope.ts'
import { toDeliveryDetail } from './map.ts'
import { webhook } from './queries.ts'

export const WebhookParams = Type.Object(
  { id: uuid('Id of the subscription.') },
  { additionalProperties: false },
)
export const DeliveryParams = Type.Object(
  { id: uuid('Id of the subscription.'), deliveryId: uuid('Id of the delivery.') },
  { additionalProperties: false },
)

export const missingWebhookRecord = (what: string, field: string, value: string) =>
  new ApiError('not_found', `No ${what} ${value} in this workspace.`, { field, value_received: value })

export async function findWebhook(db: Queryable, scope: Scope, id: string) {
  const row = await webhook(db, scope, id)
  if (!row) throw missingWebhookRecord('webhook', 'id', id)
  return row
}

export async function findDelivery(db: Queryable, scope: Scope, of: { webhookId: string; id: string }) {
  const row = await attempt(db, scope, of)
  if (!row) throw missingWebhookRecord('delivery', 'deliveryId', of.id)
  if (row.listing_id !== null && !typesForInactiveListings.includes(row.event_type)) {
    await assertListingActive(db, { workspaceId: row.event_workspace_id }, row.listing_id)
  }
  return toDeliveryDetail(row)
}
