/** Nights of a PMS listing that are known here to be taken, whatever the PMS says of them. */
import { ApiError } from '../../platform/api-error.ts'
import { fullNights, isFull, storedNights } from '../../records/calendar/public.ts'
import type { ConnectionAccess } from '../../upstream/access.ts'
import type { NightStretch } from './night-queries.ts'
import { describeDates, stretchOf } from './rules.ts'

export function unavailable(provider: string, message: string, why: string): ApiError {
  return new ApiError('pms_unavailable', message, {
    provider,
    pms: { applied: [], errors: [{ section: 'reservation', code: 'unavailable', message: why }] },
  })
}

/** A rehearsal asks the PMS for nothing but its price. Throws when other stays stand on all units of a night. */
export async function assertNotTaken(
  { services, scope, connector }: ConnectionAccess,
  stretch: NightStretch,
  but: string | null,
): Promise<void> {
  const full = await fullNights(services.db, scope, stretchOf(stretch), { but, now: services.clock.now() })
  if (full.length === 0) return
  const why = `Listing ${stretch.listingId} is booked already on ${describeDates(full)}.`
  throw unavailable(connector.manifest.id, why, why)
}

/** Nights that are shown as taken, so that no quote says otherwise. */
export async function takenNights(
  { services, scope }: ConnectionAccess,
  stretch: NightStretch,
): Promise<string[]> {
  const nights = await storedNights(services.db, scope, [stretchOf(stretch)], services.clock.now())
  return nights.filter(isFull).map(({ date }) => date)
}
