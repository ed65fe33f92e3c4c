/** Everything that tells of a record: where it is kept, and the queues of channels that its listing is sold on. */
import type { Scope } from '../../../platform/tenant.ts'
import type { Services } from '../../../services.ts'
import { queuesOf, sourceOfNights, sourceOfReservation, type Source } from './source-queries.ts'

type Needed = Pick<Services, 'db' | 'connectors'>

/** Vendors that say no word of a booking: it is known when their queue is read. */
const queueing = ({ connectors }: Needed): string[] =>
  Object.values(connectors).flatMap(({ manifest: { id, sync } }) =>
    sync.staysEverySeconds === undefined ? [] : id,
  )

/** What an account keeps itself is told by it without its queue. */
async function withQueues(
  services: Needed,
  scope: Scope,
  listingId: string | null,
  sources: readonly Source[],
): Promise<Source[]> {
  if (listingId === null) return [...sources]
  const queues = await queuesOf(services.db, scope, listingId, queueing(services))
  const told = new Set(sources.map(({ connectionId }) => connectionId))
  return [...sources, ...queues.filter(({ connectionId }) => !told.has(connectionId))]
}

export const sourcesOfNights = async (
  services: Needed,
  scope: Scope,
  listingId: string,
  lastNight: string,
): Promise<Source[]> =>
  withQueues(services, scope, listingId, await sourceOfNights(services.db, scope, listingId, lastNight))

export async function sourcesOfReservation(
  services: Needed,
  scope: Scope,
  reservationId: string,
): Promise<Source[]> {
  const { listingId, sources } = await sourceOfReservation(services.db, scope, reservationId)
  return withQueues(services, scope, listingId, sources)
}
