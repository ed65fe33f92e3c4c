/** Storing what was read while somebody waited. */
import type { Queryable } from '../../../platform/tenant.ts'
import type { ConnectionAccess } from '../../../upstream/access.ts'
import { syncedConnection, type SyncedConnection } from '../../../upstream/connection-queries.ts'
import { takeSchedule } from '../../../upstream/connections/schedule-queries.ts'

/**
 * `overtaken`: somebody else stored something of it or asked for it meanwhile, and what was read may be older than that.
 * `not all`: something of it cannot be read or stored.
 */
export type StoreOutcome = 'read' | 'overtaken' | 'not all' | 'not readable' | 'importing' | 'disconnected'

/** In the order in which all that stores for an account does it, and only while it is the account that was asked. */
export const storeOnDemand = (
  { services, scope, connection }: ConnectionAccess,
  work: (tx: Queryable, connection: SyncedConnection) => Promise<StoreOutcome>,
): Promise<StoreOutcome> =>
  services.db.transaction().execute(async (tx) => {
    await takeSchedule(tx, scope, connection.id)
    const current = await syncedConnection(tx, scope, connection.id)
    const isSame =
      current?.status === 'active' && current.connectedAt?.getTime() === connection.connectedAt?.getTime()
    return isSame ? work(tx, current) : 'disconnected'
  })
