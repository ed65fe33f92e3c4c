/** Stores what was read while a caller waited. */
import type { Queryable } from '../../../platform/tenant.ts'
import type { ConnectionAccess } from '../../../upstream/access.ts'
import { syncedConnection, type SyncedConnection } from '../../../upstream/connection-queries.ts'
import { takeSchedule } from '../../../upstream/connections/schedule-queries.ts'

/**
 * `overtaken`: somebody stored or requested the record meanwhile, so the result may be older. `not all`: some of it
 * cannot be read or stored.
 */
export type StoreOutcome = 'read' | 'overtaken' | 'not all' | 'not readable' | 'importing' | 'disconnected'

/** Takes locks in the order of every writer of an account, and checks that it is still the same account. */
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
