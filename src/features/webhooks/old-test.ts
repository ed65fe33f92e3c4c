/** The older way to try a receiver: one made-up event to an address, with a secret the caller brings. */
import { randomUUID } from 'node:crypto'
import { isEventKind } from '../../contract/events.ts'
import { apiVersions, type WebhookTestBody } from '../../contract/webhook.ts'
import type { WebhookTestResult } from '../../contract/webhook-delivery.ts'
import { createOutbound } from '../../platform/outbound/client.ts'
import type { Scope } from '../../platform/tenant.ts'
import type { Services } from '../../services.ts'
import { attempt } from './delivery/attempt.ts'
import { envelopeText } from './delivery/envelope.ts'
import { signingKey } from './delivery/signature.ts'
import { defaultSettings } from './delivery/worker.ts'
import { testEvent } from './fire.ts'
import { unknownType } from './rules.ts'
import { assertAllowedTarget } from './targets.ts'

export async function sendTest(
  { config, clock }: Services,
  scope: Scope,
  body: WebhookTestBody,
): Promise<WebhookTestResult> {
  const { url, event_type: type, signing_secret: secret } = body
  if (!isEventKind(type)) throw unknownType('event_type', type)
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
    data: JSON.stringify(testEvent(type).data),
    createdAt: clock.now(),
  }
  const apiVersion = apiVersions[apiVersions.length - 1] as string
  const text = Buffer.from(envelopeText(event, apiVersion))
  const parcel = { url, keys: [signingKey(secret)], eventId, attemptId, body: text }
  const outbound = createOutbound({ allowPrivate: config.allowPrivateTargets })
  const { serviceName } = config
  const { ackTimeoutMs } = defaultSettings
  try {
    const result = await attempt(parcel, { outbound, serviceName, ackTimeoutMs }, clock.now())
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
