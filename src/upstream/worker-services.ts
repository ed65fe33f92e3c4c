/**
 * Background work has its own database connections, which its vendor access uses too, so callers cannot block
 * it.
 */
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
