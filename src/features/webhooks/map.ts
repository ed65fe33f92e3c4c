import type { WebhookDelivery, WebhookDeliveryDetail } from '../../contract/webhook-delivery.ts'
import type { Webhook } from '../../contract/webhook.ts'
import type { AttemptDetailRow, AttemptRow } from './attempt-queries.ts'
import { renderEnvelope } from './delivery/envelope.ts'
import { rebuildHeaders } from './delivery/headers.ts'
import type { WebhookRow } from './queries.ts'

const iso = (at: Date | null) => at?.toISOString() ?? null

type FailureStage = Webhook['failureStage']

function stageOf(row: WebhookRow): FailureStage {
  if (row.status === 'disabled') return 'disabled'
  if (row.consecutive_exhausted > 0) return 'giving_up'
  return row.consecutive_failures > 0 ? 'failing' : 'none'
}

export function toWebhook(row: WebhookRow): Webhook {
  return {
    id: row.id,
    url: row.url,
    description: row.description,
    events: row.events,
    apiVersion: row.api_version,
    status: row.status as Webhook['status'],
    ordered: row.ordered,
    snapshotPending: row.snapshot_pending,
    consecutiveFailures: row.consecutive_failures,
    failureStage: stageOf(row),
    lastDeliveredAt: iso(row.last_delivered_at),
    lastSuccessAt: iso(row.last_success_at),
    lastFailureAt: iso(row.last_failure_at),
    lastDeliveryStatus: row.last_delivery_status,
    disabledAt: iso(row.disabled_at),
    disabledReason: row.disabled_reason as Webhook['disabledReason'],
    heldUntil: iso(row.held_until),
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    secretMasked: row.secret_masked,
  }
}

export function toDelivery(row: AttemptRow): WebhookDelivery {
  return {
    id: row.id,
    eventId: row.event_id,
    eventType: row.event_type,
    statusCode: row.status_code,
    responseTimeMs: row.response_time_ms,
    attempt: row.number,
    success: row.outcome === 'accepted',
    errorMessage: row.error,
    createdAt: row.started_at.toISOString(),
    succeededAt: row.outcome === 'accepted' ? row.finished_at.toISOString() : null,
    failedAt: row.outcome === 'failed' ? row.finished_at.toISOString() : null,
  }
}

type StoredHeaders = Record<string, unknown> | null

export function toDeliveryDetail(row: AttemptDetailRow): WebhookDeliveryDetail {
  const body = renderEnvelope(
    {
      workspaceId: row.event_workspace_id,
      isChild: row.parent_id !== null,
      sequence: row.sequence,
      purpose: row.purpose,
      id: row.event_id,
      type: row.event_type,
      account: row.account,
      data: row.data,
      createdAt: row.event_at,
    },
    row.api_version,
  )
  return {
    ...toDelivery(row),
    payload: JSON.parse(body) as Record<string, unknown>,
    requestHeaders:
      row.signatures === null
        ? (row.request_headers as StoredHeaders)
        : rebuildHeaders(row.signatures, { eventId: row.event_id, attemptId: row.id }),
    responseHeaders: (row.response_header_text === null
      ? row.response_headers
      : JSON.parse(row.response_header_text)) as StoredHeaders,
    responseBody: row.response_body,
  }
}
