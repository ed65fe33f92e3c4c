/** What features that write to a vendor need: its client with the connection's stored access, and storing what it answers. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Connector, VendorContext } from '../../connector-kit/connector.ts'
import type { Budget } from '../../connector-kit/ratelimit.ts'
import type { StayRecord } from '../../contract/records.ts'
import { createLocks } from '../../platform/locks.ts'
import { wholeWorkspace, type Queryable, type Scope } from '../../platform/tenant.ts'
import { servicesIn } from '../sandbox-vendor/public.ts'
import type { Services } from '../services.ts'
import { storable } from './canonical.ts'
import { syncedConnection, type SyncedConnection } from './connection-queries.ts'
import { requestFetches } from './fetch-queries.ts'
import { interactiveBudget } from './inbound.ts'
import { wakeConnection } from './schedule-queries.ts'
import type { Applied, Batch, FollowUp } from './store/batch.ts'
import { applyStays, removeStays } from './store/stays.ts'
import { openTurnClient, type SyncEnvironment } from './turn.ts'

export interface ConnectionAccess {
  services: Services
  scope: Scope
  connection: SyncedConnection
  connector: Connector
}

export async function connectionAccess(
  given: Services,
  scope: Scope,
  connectionId: string,
): Promise<ConnectionAccess | undefined> {
  const services = servicesIn(given, scope)
  const connection = await syncedConnection(services.db, scope, connectionId)
  const connector = connection && services.connectors[connection.provider]
  return connection && connector
    ? { services, scope: wholeWorkspace(scope), connection, connector }
    : undefined
}

/** Calls the vendor while somebody waits, in the lane that goes before all others. */
export async function callConnection<T>(
  { services, scope, connection, connector }: ConnectionAccess,
  work: (context: VendorContext) => Promise<T>,
  budget: Budget = interactiveBudget(services),
): Promise<T> {
  // Takes a database session only when an access token has to be renewed.
  const locks = createLocks({ pool: services.pool, log: services.log })
  const environment: SyncEnvironment = {
    services,
    budget,
    locks,
    signal: new AbortController().signal,
    sleep: (ms) => pause(ms),
    random: Math.random,
  }
  const client = openTurnClient(environment, scope, connector, connection, {
    count: 0,
    retries: 0,
    made: 0,
    failed: [],
  })
  try {
    return await work({ http: client.lane('guest'), now: () => services.clock.now() })
  } finally {
    await client.close()
    await locks.close()
  }
}

/** Stores bookings as the vendor holds them, on the same way as everything that is read. Throws what cannot be stored. */
export function storeStays(
  tx: Queryable,
  access: ConnectionAccess,
  records: readonly StayRecord[],
  origin: string,
): Promise<void> {
  return stored(tx, access, origin, (batch) =>
    applyStays(
      batch,
      records.map((record) => storable(record)),
    ),
  )
}

/** The vendor no longer has them. */
export function storeGoneStays(
  tx: Queryable,
  access: ConnectionAccess,
  externalIds: readonly string[],
  origin: string,
): Promise<void> {
  return stored(tx, access, origin, (batch) => removeStays(batch, externalIds))
}

async function stored(
  tx: Queryable,
  access: ConnectionAccess,
  origin: string,
  apply: (batch: Batch) => Promise<Applied>,
): Promise<void> {
  const { services, scope, connection } = access
  await wakeConnection(tx, scope, connection.id, services.clock.now())
  const applied = await apply({ tx, scope, connection, now: services.clock.now(), origin, runId: null })
  const [failure] = applied.failures
  if (failure) throw new Error(`record ${failure.externalId} was not stored: ${failure.message}`)
  await readSoon(tx, access, applied.followUps)
}

/**
 * Has the sync engine read these, as far as the vendor lets it. To be called before anything is stored: like a turn of the
 * engine it takes the connection's place in the schedule first, and two that take it in another order stop each other.
 */
export async function readSoon(
  tx: Queryable,
  { services, scope, connection, connector }: ConnectionAccess,
  wanted: readonly FollowUp[],
): Promise<void> {
  const readable = wanted.filter(({ entity }) => connector.operations[entity] !== undefined)
  const now = services.clock.now()
  await wakeConnection(tx, scope, connection.id, now)
  await requestFetches(tx, scope, connection.id, readable, { dueAt: now, runId: null })
}
