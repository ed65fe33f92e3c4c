/** Nights of a PMS listing that are known here as taken, whatever the PMS says. */
import { ApiError } from '../../../platform/api-error.ts'
import { fullNights, isFull, storedNights } from '../../../records/calendar/public.ts'
import type { ConnectionAccess } from '../../../upstream/access.ts'
import { describeDates, stretchOf } from '../rules.ts'
import type { NightStretch } from '../../../records/reservations/sold-night-queries.ts'

export function unavailable(provider: string, message: string, why: string): ApiError {
  return new ApiError('pms_unavailable', message, {
    provider,
    pms: { applied: [], errors: [{ section: 'reservation', code: 'unavailable', message: why }] },
  })
}

/** A dry run asks the PMS only for its price. Throws if other stays occupy all units of a night. */
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

/** Nights shown as taken, so that a quote agrees. */
export async function takenNights(
  { services, scope }: ConnectionAccess,
  stretch: NightStretch,
): Promise<string[]> {
  const nights = await storedNights(services.db, scope, [stretchOf(stretch)], services.clock.now())
  return nights.filter(isFull).map(({ date }) => date)
}
