/** Limits the size of the event and delivery tables. */
import { runForEachWorkspace } from '../../platform/run-for-each-workspace.ts'
import { startLoop, type BackgroundLoop } from '../../platform/background-loop.ts'
import { keepPartitions } from '../../platform/partitions.ts'
import type { Services } from '../../services.ts'
import {
  allWorkspaces,
  deleteDeliveries,
  deleteUnpartitionedAttempts,
  deleteAttemptCounts,
} from './retention-queries.ts'
import { deleteAddressedEvents, deleteEvents } from '../../platform/event-log-queries.ts'

/** How long deliveries and receivers' answers are kept. */
const deliveryDays = 30
const attempts = {
  table: 'delivery_attempts',
  days: 7,
  ahead: 3,
  keptDays: deliveryDays,
  dropped: deleteAttemptCounts,
} as const
const everyMs = 3_600_000
const batchRows = 5_000
const dayMs = 24 * 3_600_000

type WebhookRetentionDeps = Pick<Services, 'db' | 'clock' | 'config' | 'log'>

export const rotateAttempts = ({ db, clock }: WebhookRetentionDeps): Promise<void> =>
  keepPartitions(db, attempts, clock.now())

/** Returns how many rows were deleted. */
export async function deleteOldWebhookRows(
  { db, clock, config, log }: WebhookRetentionDeps,
  stopped = () => false,
): Promise<number> {
  const now = clock.now().getTime()
  const deliveries = new Date(now - deliveryDays * dayMs)
  const events = new Date(now - config.eventRetentionDays * dayMs)
  const steps = [
    { remove: deleteUnpartitionedAttempts, before: deliveries },
    { remove: deleteDeliveries, before: deliveries },
    { remove: deleteAddressedEvents, before: deliveries },
    { remove: deleteEvents, before: events },
  ]
  let total = 0
  const failed = 'old events and deliveries of a workspace stay for now'
  for (const workspaceId of await allWorkspaces(db))
    await runForEachWorkspace(workspaceId, { log, failed }, async () => {
      for (const { remove, before } of steps)
        for (let removed = batchRows; removed === batchRows; total += removed) {
          if (stopped()) return
          removed = await remove(db, { workspaceId, before, limit: batchRows })
        }
    })
  return total
}

/** Runs now and then every hour; several processes may run it at once. */
export function startWebhookRetention(services: WebhookRetentionDeps): BackgroundLoop {
  const { log } = services
  return startLoop({ everyMs, log, failed: 'old events and deliveries stay for now' }, async (signal) => {
    await rotateAttempts(services)
    const removed = await deleteOldWebhookRows(services, () => signal.aborted)
    if (removed > 0) log.info({ removed }, 'old events and deliveries were removed')
  })
}
