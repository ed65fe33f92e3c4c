/** Everything that tells of a record: where it is kept, and what changed at silent channels that its listing is sold on. */
import type { Scope } from '../../../platform/tenant.ts'
import type { Services } from '../../../services.ts'
import { changesOf, sourceOfNights, sourceOfReservation, type ReadSource } from './source-queries.ts'

type SourceDeps = Pick<Services, 'db' | 'connectors'>

/** Vendors that say no word of a booking: it is known when what changed there is read. */
const untelling = ({ connectors }: SourceDeps): string[] =>
  Object.values(connectors).flatMap(({ manifest: { id, sync } }) => (sync.staysGoUntold ? id : []))

/** What an account keeps itself is read there anyway. */
async function withChanges(
  services: SourceDeps,
  scope: Scope,
  listingId: string | null,
  sources: readonly ReadSource[],
): Promise<ReadSource[]> {
  if (listingId === null) return [...sources]
  const changes = await changesOf(services.db, scope, listingId, untelling(services))
  const told = new Set(sources.map(({ connectionId }) => connectionId))
  return [...sources, ...changes.filter(({ connectionId }) => !told.has(connectionId))]
}

export const sourcesOfNights = async (
  services: SourceDeps,
  scope: Scope,
  listingId: string,
  lastNight: string,
): Promise<ReadSource[]> =>
  withChanges(services, scope, listingId, await sourceOfNights(services.db, scope, listingId, lastNight))

export async function sourcesOfReservation(
  services: SourceDeps,
  scope: Scope,
  reservationId: string,
): Promise<ReadSource[]> {
  const { listingId, sources } = await sourceOfReservation(services.db, scope, reservationId)
  return withChanges(services, scope, listingId, sources)
}
