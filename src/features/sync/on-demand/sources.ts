/** Lists a record's sources: its keeper, and silent channels that sell the listing. */
import type { Scope } from '../../../platform/tenant.ts'
import type { Services } from '../../../services.ts'
import { changesOf, sourceOfNights, sourceOfReservation, type ReadSource } from './source-queries.ts'

type SourceDeps = Pick<Services, 'db' | 'connectors'>

/** These vendors send no notice of a booking, so only reading their changes finds it. */
const untelling = ({ connectors }: SourceDeps): string[] =>
  Object.values(connectors).flatMap(({ manifest: { id, sync } }) => (sync.staysGoUntold ? id : []))

/** Adds silent channels, except the account that keeps the listing and is read anyway. */
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
