/** A vendor's queue holds new messages of all accounts. They are hints that a conversation changed, never data. */
import type { Connector } from '../../../connector-kit/connector.ts'
import { VendorError } from '../../../connector-kit/vendor-error.ts'
import { startLoop, type BackgroundLoop } from '../../../platform/background-loop.ts'
import { createLocks } from '../../../platform/locks.ts'
import type { Services } from '../../../services.ts'
import { callConnection, connectionAccess } from '../../../upstream/access.ts'
import { limitWait } from '../../../upstream/patience.ts'
import { storeHints } from '../state/fetch-queries.ts'
import { hintDelayMs } from '../state/cadence.ts'
import { anyQueueAccount, messageOwners } from './message-queue-queries.ts'

const usuallyEveryMs = 20_000
/** The channel refuses its queue until it is switched on there. */
const restWhenRefusedMs = 3600_000
/** The next turn continues after this. Conversations are read as they are, so late messages lose nothing. */
const mostFronts = 20
const patienceMs = 5_000
const lane = 'messages'

export function startMessageQueues(
  services: Services,
  { everyMs = usuallyEveryMs }: { everyMs?: number } = {},
): BackgroundLoop {
  const { log } = services
  const restsUntil = new Map<string, number>()
  return startLoop({ everyMs, log, failed: 'queues of messages could not be read' }, async (signal) => {
    for (const connector of Object.values(services.connectors)) {
      const { id } = connector.manifest
      if (signal.aborted || (restsUntil.get(id) ?? 0) > performance.now()) continue
      const isRefused = await alone(services, connector, () => readQueue(services, connector, signal))
      if (isRefused) restsUntil.set(id, performance.now() + restWhenRefusedMs)
    }
  })
}

/** Two processes confirming the front of one queue would remove messages nobody read, so one works at a time. */
async function alone(
  { pool, log }: Services,
  { operations, sharedAccess, callsNobody }: Connector,
  work: () => Promise<boolean>,
): Promise<boolean> {
  if (!operations.messageQueue || sharedAccess === undefined || callsNobody) return false
  // The lock holds a database session only while the queue is read.
  const locks = createLocks({ pool, log })
  try {
    return (await locks.tryLock(`messages of ${sharedAccess}`)) && (await work())
  } finally {
    await locks.close()
  }
}

/** Returns whether the channel refuses its queue. Confirms after storing the hints; a repeated message does no harm. */
async function readQueue(services: Services, connector: Connector, signal: AbortSignal): Promise<boolean> {
  const { db, clock, log, clients } = services
  const { messageQueue } = connector.operations
  const { id: provider } = connector.manifest
  const reader = await anyQueueAccount(db, provider)
  if (!reader || !messageQueue) return false
  const access = await connectionAccess(services, { workspaceId: reader.workspaceId }, reader.connectionId)
  if (!access) return false
  const budget = limitWait(clients.budget, patienceMs)
  try {
    for (let fronts = 0; fronts < mostFronts && !signal.aborted; fronts += 1) {
      const { heard, count } = await callConnection(access, messageQueue.front, budget, lane)
      if (count === 0) return false
      const due = new Date(clock.now().getTime() + hintDelayMs)
      const found = await messageOwners(db, provider, heard)
      const accounts = Map.groupBy(found, ({ workspaceId, connectionId }) => `${workspaceId} ${connectionId}`)
      for (const [first, ...others] of accounts.values()) {
        if (!first) continue
        const wanted = [first, ...others].map(({ conversationExternalId }) => ({
          ...{ entity: 'conversations' as const, externalId: conversationExternalId },
        }))
        await storeHints(db, { workspaceId: first.workspaceId }, first.connectionId, wanted, due)
      }
      await callConnection(access, (context) => messageQueue.confirm(context, count), budget, lane)
    }
    return false
  } catch (error) {
    if (!(error instanceof VendorError)) throw error
    const isRefused = error.kind === 'rejected' || error.kind === 'not_found'
    log[isRefused ? 'info' : 'debug']({ err: error, provider }, 'a queue of messages could not be read')
    return isRefused
  }
}
