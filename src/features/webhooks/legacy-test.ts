/** The older way to test a receiver: sends a sample event to a URL with the caller's secret. */
import { randomUUID } from 'node:crypto'
import { isEventKind } from '../../contract/events.ts'
import { apiVersions, type WebhookTestBody } from '../../contract/webhook.ts'
import type { WebhookTestResult } from '../../contract/webhook-delivery.ts'
import { createOutbound } from '../../platform/outbound/client.ts'
import type { Scope } from '../../platform/tenant.ts'
import type { Services } from '../../services.ts'
import { sendAttempt } from './delivery/send-attempt.ts'
import { renderEnvelope } from './delivery/envelope.ts'
import { createSigningKey } from './delivery/signature.ts'
import { defaultDeliverySettings } from './delivery/delivery-settings.ts'
import { createTestEvent } from './fire-event.ts'
import { unknownEventType } from './rules.ts'
import { assertAllowedTarget } from './targets.ts'

export async function sendLegacyTest(
  { config, clock }: Services,
  scope: Scope,
  body: WebhookTestBody,
): Promise<WebhookTestResult> {
  const { url, event_type: type, signing_secret: secret } = body
  if (!isEventKind(type)) throw unknownEventType('event_type', type)
  await assertAllowedTarget(url, config.allowPrivateTargets)
  const [eventId, attemptId] = [randomUUID(), randomUUID()]
  const event = {
    workspaceId: scope.workspaceId,
    isChild: false,
    sequence: '0',
    purpose: 'test',
    id: eventId,
    type,
    account: null,
    data: JSON.stringify(createTestEvent(type).data),
    createdAt: clock.now(),
  }
  const apiVersion = apiVersions[apiVersions.length - 1] as string
  const text = Buffer.from(renderEnvelope(event, apiVersion))
  const parcel = { url, keys: [createSigningKey(secret)], eventId, attemptId, body: text }
  const outbound = createOutbound({ allowPrivate: config.allowPrivateTargets })
  const { serviceName } = config
  const { ackTimeoutMs } = defaultDeliverySettings
  try {
    const result = await sendAttempt(parcel, { outbound, serviceName, ackTimeoutMs }, clock.now())
    return {
      deliveryId: attemptId,
      eventId,
      event: type,
      success: result.outcome === 'accepted',
      statusCode: result.status,
      responseTimeMs: result.responseTimeMs,
      responseBody: result.responseBody,
      errorMessage: result.error,
    }
  } finally {
    await outbound.close()
  }
}
