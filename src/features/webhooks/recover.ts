import type { WebhookRecoverBody, WebhookRecovered } from '../../contract/webhook.ts'
import { parseUpdatedSince } from '../../http/updated-since.ts'
import { writeOnce } from '../../http/write-once.ts'
import { ApiError } from '../../platform/api-error.ts'
import { notifyDeliveries, openWrite } from '../../platform/outbox.ts'
import type { RouteWriteContext } from '../route.ts'
import { promoteChains } from './delivery/chain-queries.ts'
import { missingWebhookRecord } from './find-webhook.ts'
import { webhookForUpdate } from './queries.ts'
import {
  holdChains,
  eventLogRange,
  insertMissedDeliveries,
  requeueFailedDeliveries,
} from './recover-queries.ts'

/** Sequences per call, which blocks the workspace's changes while it runs. */
const maxEventsPerCall = 10_000

function sinceOf(body: WebhookRecoverBody): { sequence: number } | { at: Date } {
  const { since } = body
  if (typeof since === 'number') return { sequence: since }
  if (/^\d{1,15}$/.test(since)) return { sequence: Number(since) }
  try {
    return { at: parseUpdatedSince(since) }
  } catch (error) {
    throw new ApiError(
      'invalid_body',
      '`since` must be an ISO 8601 instant or a sequence.',
      { field: 'since', value_received: since },
      { cause: error },
    )
  }
}

/** Queues failed deliveries again, and events missed while the webhook was paused or disabled. */
export async function recoverWebhook(
  context: RouteWriteContext,
  id: string,
  body: WebhookRecoverBody,
): Promise<WebhookRecovered> {
  const { services, scope } = context
  const since = sinceOf(body)
  return writeOnce(context, async (tx) => {
    const now = services.clock.now()
    // The head row blocks queueing and releasing in this workspace until the commit.
    await openWrite(tx, scope, now)
    const webhook = await webhookForUpdate(tx, scope, id)
    if (!webhook) throw missingWebhookRecord('webhook', 'id', id)
    if (webhook.status !== 'active') {
      throw new ApiError(
        'invalid_state',
        `The webhook is ${webhook.status}.`,
        { field: 'status', currentStatus: webhook.status },
        { fix: 'Set it to active with `PATCH /v1/webhooks/{id}` first.' },
      )
    }
    const { first, latest } = await eventLogRange(tx, scope, 'at' in since ? since.at : null)
    const from = Math.max(1, 'at' in since ? (first ?? latest + 1) : since.sequence)
    const to = Math.min(latest, from + maxEventsPerCall - 1)
    const range = { webhookId: id, from, to, childrenSince: 'at' in since ? since.at : null, now }
    const retried = await requeueFailedDeliveries(tx, scope, range)
    const added = await insertMissedDeliveries(tx, scope, range)
    if (webhook.ordered) {
      const keys = await holdChains(tx, scope, range)
      const chains = keys.map((orderKey) => ({ webhookId: id, orderKey }))
      await promoteChains(tx, scope, chains, now)
    }
    await notifyDeliveries(tx)
    return {
      id,
      fromSequence: from,
      toSequence: Math.max(to, from - 1),
      retried,
      added,
      hasMore: to < latest,
    }
  })
}
