/** A connection with its connector, and calls to it while somebody waits. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Connector, VendorContext } from '../connector-kit/connector.ts'
import type { Budget } from '../connector-kit/ratelimit.ts'
import { createLocks } from '../platform/locks.ts'
import { wholeWorkspace, type Scope } from '../platform/tenant.ts'
import { servicesIn } from './sandbox-vendor/public.ts'
import type { Services } from '../services.ts'
import { syncedConnection, type SyncedConnection } from './connection-queries.ts'
import { interactiveBudget } from './budget.ts'
import { openTurnClient, type SyncEnvironment } from './client.ts'

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
