/** Cancels a channel's booking for the host, at the channel itself. */
import { channelCodesOf } from '../../upstream/failure-codes.ts'
import type { ReservationCancelled } from '../../contract/reservation-write.ts'
import { ApiError } from '../../platform/api-error.ts'
import { relayedStay, reservationToChange } from './manager.ts'
import { buildCancellation, toCancelled } from './native-cancel.ts'
import { changeInPms } from './pms/pms-change.ts'
import { bookingAccess, type PmsWrite } from './pms/pms-checks.ts'
import { bookedStay } from './queries.ts'

/** `channel` is the API the caller uses; it cannot cancel bookings of others. */
export async function cancelForChannel(
  write: PmsWrite,
  id: string,
  { channel, ...why }: { channel: string; reason: string; detail?: string },
  dryRun: boolean,
): Promise<ReservationCancelled> {
  const { services, scope } = write
  const now = services.clock.now()
  const kept = await reservationToChange({ db: services.db, scope }, id, now)
  if (buildCancellation(kept.stay) === 'already') return toCancelled(kept.stay, true)
  const target = relayedStay(kept, services.connectors)
  const fix = channelCodesOf(kept.stay.source ?? '')?.unsupportedFix
  const { source } = kept.stay
  if (target?.connector.manifest.id !== channel || !target.connector.operations.hostCancellations) {
    throw new ApiError(
      'channel_not_supported',
      `Bookings${source === null ? '' : ` on ${source}`} cannot be cancelled from here.`,
      source === null ? {} : { channel: source },
      fix === undefined ? {} : { fix },
    )
  }
  const access = await bookingAccess(services, scope, target)
  if (dryRun) return { ...toCancelled(kept.stay, false), dryRun: true }
  const request = {
    kind: 'cancel' as const,
    externalId: target.stay.external_id,
    listingExternalId: target.listing.keeper.externalId,
    ...why,
  }
  return changeInPms(write, target, access, { request }, async (db) =>
    toCancelled((await bookedStay(db, scope, id, services.clock.now())) ?? kept.stay, false),
  )
}
