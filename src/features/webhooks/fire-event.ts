import { sampleOf } from '../../contract/sample.ts'
import { events, type EventKind } from '../../contract/events.ts'
import { createOutbound } from '../../platform/outbound/client.ts'
import { appendEvents, openWrite, type NewEvent } from '../../platform/outbox.ts'
import type { Scope } from '../../platform/tenant.ts'
import { eventOf } from '../../records/events.ts'
import type { Services } from '../../services.ts'
import { claimAddressed } from './delivery/delivery-lease-queries.ts'
import type { ClaimedDelivery } from './delivery/claimed-delivery.ts'
import { deliver } from './delivery/deliver.ts'
import { promoteUnlockedChains } from './delivery/chain-queries.ts'
import { listEndedChains } from './delivery/chain-promoter.ts'
import { insertSettledAttempts } from './delivery/settle-queries.ts'
import { defaultDeliverySettings } from './delivery/delivery-settings.ts'

export const createPingEvent = eventOf('repull.ping', { data: { message: 'Your webhook works.' } })

/** Sample data of an event type, made from its schema. */
export const createTestEvent = (kind: EventKind): NewEvent => ({
  type: kind,
  data: sampleOf(events[kind].data),
})

/** The lease of an attempt that this process makes while the caller waits. */
export const ownAttemptLease = (now: Date) => ({
  now,
  until: new Date(
    now.getTime() + defaultDeliverySettings.ackTimeoutMs + defaultDeliverySettings.leaseSlackMs,
  ),
})

/**
 * Sends one event to one webhook while the caller waits, and returns the attempt's id. The writing
 * transaction claims it, so no worker sends it too; if the process dies, a worker takes over.
 */
export async function fireEvent(
  services: Services,
  scope: Scope,
  webhookId: string,
  { event, purpose }: { event: NewEvent; purpose: 'ping' | 'test' },
): Promise<string> {
  const now = services.clock.now()
  const claimed = await services.db.transaction().execute(async (tx) => {
    const write = await openWrite(tx, scope, now)
    await appendEvents(write, [{ ...event, onlyFor: { webhookId, purpose } }])
    return claimAddressed(tx, scope, webhookId, ownAttemptLease(now))
  })
  if (!claimed) throw new Error(`the ${purpose} of webhook ${webhookId} was not queued`)
  await deliverNow(services, claimed)
  return claimed.attemptId
}

/** Sends a claimed delivery now and stores the result. */
export async function deliverNow(services: Services, claimed: ClaimedDelivery): Promise<void> {
  const { db, config } = services
  const outbound = createOutbound({ allowPrivate: config.allowPrivateTargets })
  try {
    const { ackTimeoutMs } = defaultDeliverySettings
    const sender = { outbound, serviceName: config.serviceName, ackTimeoutMs }
    const settled = await deliver(services, sender, claimed, { random: 0.5 })
    await insertSettledAttempts(db, [settled])
    // Workers find chains that cannot be released now.
    await promoteUnlockedChains(db, listEndedChains([settled]), services.clock.now())
  } finally {
    await outbound.close()
  }
}
