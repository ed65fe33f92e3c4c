/** Pairs a connection with its connector and calls the vendor while a caller waits. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Connector, VendorContext } from '../connector-kit/connector.ts'
import type { Budget, CallLane } from '../connector-kit/ratelimit.ts'
import type { Memory } from '../connector-kit/http.ts'
import { wholeWorkspace, type Scope } from '../platform/tenant.ts'
import { servicesIn } from './sandbox-vendor/public.ts'
import type { Services } from '../services.ts'
import { whileWaited } from './patience.ts'
import { addHistory, applyImportScope } from './import-scope.ts'
import { syncedConnection, type SyncedConnection } from './connection-queries.ts'

export interface ConnectionAccess {
  services: Services
  scope: Scope
  connection: SyncedConnection
  connector: Connector
}

export async function connectionAccess(
  allServices: Services,
  scope: Scope,
  connectionId: string,
): Promise<ConnectionAccess | undefined> {
  const services = servicesIn(allServices, scope)
  const connection = await syncedConnection(services.db, scope, connectionId)
  const vendorConnector = connection && services.connectors[connection.provider]
  const connector =
    vendorConnector &&
    addHistory(applyImportScope(vendorConnector, connection.importScope), connection.historyFrom)
  return connection && connector
    ? { services, scope: wholeWorkspace(scope), connection, connector }
    : undefined
}

/** All calls of one request share a cache, so no answer is fetched twice. */
const memories = new WeakMap<ConnectionAccess, Memory>()

function memoryOf(access: ConnectionAccess): Memory {
  const memory = memories.get(access) ?? new Map()
  memories.set(access, memory)
  return memory
}

/** Calls the vendor while a caller waits, in the most urgent lane by default. */
export async function callConnection<T>(
  access: ConnectionAccess,
  work: (context: VendorContext) => Promise<T>,
  budget: Budget = access.services.clients.budget,
  lane: CallLane = 'guest',
): Promise<T> {
  const { services, scope, connection, connector } = access
  const client = await services.clients.lend(scope, connector, connection, {
    use: 'request',
    budget,
    sleep: (ms) => pause(ms),
    memory: memoryOf(access),
  })
  try {
    return await whileWaited(work({ http: client.lane(lane), now: () => services.clock.now() }))
  } finally {
    await client.close()
  }
}
