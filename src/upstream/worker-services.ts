/** Work that goes on without a caller does not wait for what callers keep: it has database connections of its own, and its way to the vendors asks there too. */
import type { Database } from '../platform/db.ts'
import type { Services } from '../services.ts'
import { createLiveClients } from './live-clients.ts'

export function workerServices(
  services: Services,
  { kysely: db, sessions: pool }: Pick<Database, 'kysely' | 'sessions'>,
): Services {
  const own = { ...services, db, pool }
  return { ...own, clients: createLiveClients(own) }
}
