import { createOutbound } from '../../platform/outbound/client.ts'
import { appendEvents, openWrite } from '../../platform/outbox.ts'
import type { Scope } from '../../platform/tenant.ts'
import type { Services } from '../services.ts'
import { claimLatest, type Claimed } from './delivery/claim-queries.ts'
import { deliver } from './delivery/deliver.ts'
import { writeSettled } from './delivery/settle-queries.ts'
import { defaultSettings } from './delivery/worker.ts'

const greeting = 'Your webhook works.'

/**
 * One event for one subscription, delivered while the caller waits; answers the attempt's id. It is claimed in the
 * transaction that writes it, so no worker sends it as well; should this process die, a worker takes it over.
 */
export async function ping(services: Services, scope: Scope, webhookId: string): Promise<string> {
  const claimed = await writePing(services, scope, webhookId)
  const outbound = createOutbound({ allowPrivate: services.config.allowPrivateTargets })
  try {
    const { ackTimeoutMs } = defaultSettings
    const sender = { outbound, serviceName: services.config.serviceName, ackTimeoutMs }
    await writeSettled(services.db, [await deliver(services, sender, claimed, 0.5)])
  } finally {
    await outbound.close()
  }
  return claimed.attemptId
}

async function writePing(services: Services, scope: Scope, webhookId: string): Promise<Claimed> {
  const now = services.clock.now()
  const until = new Date(now.getTime() + defaultSettings.ackTimeoutMs + defaultSettings.leaseSlackMs)
  return services.db.transaction().execute(async (tx) => {
    const write = await openWrite(tx, scope, now)
    await appendEvents(write, [{ type: 'repull.ping', data: { message: greeting }, onlyFor: webhookId }])
    const claimed = await claimLatest(tx, scope, webhookId, { now, until })
    if (!claimed) throw new Error(`the ping of webhook ${webhookId} was not queued`)
    return claimed
  })
}
