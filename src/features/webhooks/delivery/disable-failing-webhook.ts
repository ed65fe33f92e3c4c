/** Disables a webhook whose receiver keeps failing, and notifies the other webhooks. */
import { appendEvents, openWrite } from '../../../platform/outbox.ts'
import { eventOf } from '../../../records/events.ts'
import type { Services } from '../../../services.ts'
import { disableWebhook } from '../queries.ts'
import type { FailedWebhook } from './settle-queries.ts'
import { disableAfterExhausted } from './delivery-state.ts'

const sentences = {
  gone: () => 'The receiver answered 410 Gone.',
  deliveries_given_up: (status: number | null) =>
    `${disableAfterExhausted} deliveries in a row were given up; ${status === null ? 'the receiver did not answer the last attempt' : `the last answer was ${status}`}.`,
}

type DisableDeps = Pick<Services, 'db' | 'clock' | 'log'>

/** If this process dies first, the next exhausted delivery leads here again, because the count stays. */
export async function disableFailingWebhook(
  { db, clock, log }: DisableDeps,
  failed: FailedWebhook,
): Promise<void> {
  const scope = { workspaceId: failed.workspaceId }
  try {
    await db.transaction().execute(async (tx) => {
      const now = clock.now()
      const write = await openWrite(tx, scope, now)
      const row = await disableWebhook(tx, scope, failed.webhookId, { now, after: disableAfterExhausted })
      if (!row) return
      const data = {
        webhookId: row.id,
        url: row.url,
        reason: row.disabled_reason,
        message: sentences[row.disabled_reason](row.last_delivery_status),
        disabledAt: now.toISOString(),
      }
      await appendEvents(write, [eventOf('webhook.disabled', { data })])
      log.warn({ ...failed, reason: row.disabled_reason }, 'a webhook was disabled')
    })
  } catch (error) {
    log.error({ err: error, ...failed }, 'a webhook could not be disabled')
  }
}
