/** Cancels a stay that no PMS manages. */
import type { ReservationCancelled } from '../../contract/reservation-write.ts'
import { ApiError } from '../../platform/api-error.ts'
import { openWrite, type Write } from '../../platform/outbox.ts'
import type { Queryable, Scope } from '../../platform/tenant.ts'
import { followStays } from '../../records/calendar/public.ts'
import { publishReservations, shownNow } from '../../records/reservations/publish.ts'
import { origin } from './native-create.ts'
import { appendNightEvents } from './night-events.ts'
import { bookedStay, type BookedStay } from './queries.ts'
import { bookingMoveOf } from './reservation-state.ts'
import { nightsOf } from './rules.ts'
import { updateNightsFree } from '../../records/reservations/sold-night-queries.ts'
import { cancelStay } from '../../records/reservations/native-stay-queries.ts'

/** Throws if a stay in this state cannot be cancelled; `already` if it is cancelled. */
export function buildCancellation(stay: BookedStay): 'already' | 'possible' {
  const move = bookingMoveOf(stay.shown_status, 'cancel')
  if (move === 'already') return 'already'
  if ('to' in move) return 'possible'
  throw new ApiError(
    'invalid_state',
    `Reservation ${stay.id} is ${stay.shown_status}: the guest has stayed, there is nothing left to cancel.`,
    { currentStatus: stay.shown_status },
  )
}

export async function cancelNative(
  tx: Queryable,
  scope: Scope,
  { id, reason, now }: { id: string; reason: string | null; now: Date },
): Promise<ReservationCancelled> {
  const write = await openWrite(tx, scope, now)
  const stay = await bookedStay(tx, scope, id, now)
  if (!stay) throw new ApiError('not_found', `No reservation ${id} in this workspace.`)
  const already = buildCancellation(stay) === 'already'
  if (!already) {
    const before = await shownNow({ tx, scope, now }, [id])
    await cancelStay(tx, scope, id, { reason, at: now })
    await updateNightsFree(tx, scope, id)
    await publishReservations(write, { now, origin, runId: null }, { before, created: [], importing: null })
    await appendNightEvents(
      write,
      stay.listing_id,
      nightsOf({ checkIn: stay.check_in, checkOut: stay.check_out }),
    )
  }
  return toCancelled((await bookedStay(tx, scope, id, now)) ?? stay, already)
}

/** Marks a stay as cancelled by the host, with history and events. */
export async function markCancelled(write: Write, id: string, reason: string | null): Promise<void> {
  const { tx, scope, now } = write
  const before = await shownNow({ tx, scope, now }, [id])
  await followStays(write, { ids: [id], quietFor: null }, async () => {
    await cancelStay(tx, scope, id, { reason, at: now })
    await publishReservations(write, { now, origin, runId: null }, { before, created: [], importing: null })
  })
}

export function toCancelled(stay: BookedStay, already: boolean): ReservationCancelled {
  return {
    id: stay.id,
    confirmationCode: stay.confirmation_code,
    listingId: stay.listing_id,
    status: 'cancelled',
    checkIn: stay.check_in,
    checkOut: stay.check_out,
    updatedAt: stay.updated_at.toISOString(),
    ...(already ? { alreadyCancelled: true as const } : {}),
  }
}
