/** Sends a claimed delivery and returns the result to store. */
import { recordFinishedSpan, tracer, type FinishedSpan } from '../../../platform/spans.ts'
import { targetOf } from '../../../platform/audit.ts'
import type { Services } from '../../../services.ts'
import { sendAttempt, type AttemptResult, type AttemptSender } from './send-attempt.ts'
import type { ClaimedDelivery } from './claimed-delivery.ts'
import { renderBody } from './envelope.ts'
import { openEndpointKeys } from './signing-keys.ts'
import type { SettledAttempt } from './settle-queries.ts'
import { settleDelivery } from './delivery-state.ts'

/** The encryption context of a webhook's secret. */
export const secretContext = (workspaceId: string, webhookId: string) => `webhook:${workspaceId}:${webhookId}`

type DeliverDeps = Pick<Services, 'vault' | 'clock' | 'log' | 'audit'>

export async function deliver(
  services: DeliverDeps,
  sender: AttemptSender,
  claimed: ClaimedDelivery,
  schedule: { random: number; delaysMs?: readonly number[] },
): Promise<SettledAttempt> {
  const begun = performance.now()
  const result = claimed.mayBeSent ? await tryAttempt(services, sender, claimed) : null
  const outcome = result?.outcome ?? 'withheld'
  if (result && tracer !== null) recordFinishedSpan(() => spanOf(claimed, result, performance.now() - begun))
  const finishedAt = services.clock.now()
  const { pauseMs = null, gone = false } = result ?? {}
  const settlement = settleDelivery(claimed, outcome, { finishedAt, pauseMs, gone, ...schedule })
  return { claimed, outcome, result, settlement, finishedAt }
}

/** Leaves out the receiver's URL, which is its owner's and may contain a secret. */
const spanOf = (
  { workspaceId, webhookId, event }: ClaimedDelivery,
  result: AttemptResult,
  ms: number,
): FinishedSpan => ({
  name: `webhook ${event.type}`,
  kind: 'client',
  ms,
  attributes: {
    'http.response.status_code': result.status,
    'lodgewire.workspace': workspaceId,
    'lodgewire.webhook': webhookId,
    'lodgewire.event': event.id,
    'lodgewire.outcome': result.outcome,
  },
  error: result.outcome === 'accepted' ? null : result.outcome,
})

/** A fault before sending is ours and counts as no failure of the receiver. */
async function tryAttempt(
  services: DeliverDeps,
  sender: AttemptSender,
  claimed: ClaimedDelivery,
): Promise<AttemptResult> {
  const { workspaceId, webhookId, attemptId } = claimed
  try {
    await services.audit.useOf({ workspaceId }, targetOf('webhook', webhookId), 'webhook.sign')
    const context = secretContext(workspaceId, webhookId)
    const parcel = {
      url: claimed.url,
      keys: openEndpointKeys(services.vault, claimed.sealedSecrets, context),
      eventId: claimed.event.id,
      attemptId,
      body: renderBody(claimed.event, claimed.apiVersion),
    }
    return await sendAttempt(parcel, sender, services.clock.now())
  } catch (error) {
    services.log.error({ err: error, workspaceId, webhookId, attemptId }, 'a webhook delivery cannot be made')
    return {
      outcome: 'interrupted',
      status: null,
      responseTimeMs: null,
      signatures: null,
      responseHeaders: null,
      responseBody: null,
      error: 'the server could not make the request; its log says why',
      pauseMs: null,
      gone: false,
    }
  }
}
