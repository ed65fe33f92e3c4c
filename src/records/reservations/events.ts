/** Which events a change of a booking is. */
import type { EventData } from '../../contract/events.ts'
import type { Reservation } from '../../contract/reservation.ts'
import type { NewEvent, Write } from '../../platform/outbox.ts'
import type { StayConflict } from '../conflicts/rules.ts'
import { eventOf } from '../events.ts'
import { becameCancelled, type ShownReservationChange } from './change.ts'
import { listPreviousNames, toEventObject } from './shown.ts'
import type { RowToPublish } from './text-queries.ts'

interface ReservationNews {
  shown: Reservation
  /** null: the record is new. */
  previous: Record<string, unknown> | null
  becameCancelled: boolean
  revision: number
  account: NewEvent['account']
  cancelledAt: Date | null
  cancelledBy: 'guest' | 'host' | 'platform' | null
  /** In the host's words, for those cancelled here. */
  cancelReason: string | null
  sourceStatus: string | null
}

type RequestStatus = EventData<'reservation.request.updated'>['requestStatus']

const isRequest = ({ status, pendingReason }: { status?: unknown; pendingReason?: unknown }) =>
  status === 'pending' && pendingReason === 'host_approval'

const outcomes: Partial<Record<string, RequestStatus>> = { declined: 'declined', request_expired: 'expired' }

/** What became of a request that is none any more. */
const outcomeOf = ({ status, statusDetail }: Reservation): RequestStatus =>
  status === 'cancelled' ? (statusDetail && outcomes[statusDetail]) || 'voided' : 'accepted'

/** The same night was sold twice: told once for the two, as an event of the one that came later. */
export function conflictEvent(
  write: Write,
  { listing_id: listingId, nights }: StayConflict,
  [first, second]: readonly [ShownReservationChange, ShownReservationChange],
): NewEvent {
  return eventOf('reservation.conflict', {
    object: { type: 'reservation', id: second.row.id, revision: second.row.revision },
    listingId,
    account: accountOf(second.row),
    data: {
      listingId,
      nights,
      reservations: [first, second].map((change) => {
        const { id, confirmationCode, source, status, checkIn, checkOut, account = null } = change.shown()
        return { id, confirmationCode, source, status, checkIn, checkOut, account }
      }),
      occurredAt: write.now.toISOString(),
    },
  })
}

function reservationEvents(write: Write, change: ReservationNews): NewEvent[] {
  const { shown, previous, revision } = change
  const object = toEventObject(write.scope, shown)
  const about = {
    object: { type: 'reservation', id: shown.id, revision },
    listingId: shown.listingId,
    account: change.account,
  }
  const occurredAt = write.now.toISOString()
  const created = eventOf('reservation.created', { ...about, data: { object, revision } })
  const cancelled = eventOf('reservation.cancelled', {
    ...about,
    data: {
      object,
      cancelledAt: change.cancelledAt?.toISOString() ?? null,
      cancelledBy: change.cancelledBy,
      ...(change.cancelReason === null ? {} : { reason: change.cancelReason }),
      revision,
    },
  })
  if (previous === null) {
    if (isRequest(shown)) {
      const respondBy = shown.respondBy ?? null
      const data = { object, requestStatus: 'pending' as const, respondBy, occurredAt, revision }
      return [eventOf('reservation.request.created', { ...about, data })]
    }
    // Made and cancelled between two looks: both are told, so that nobody gets a cancellation of an unknown booking.
    return shown.status === 'cancelled' ? [created, cancelled] : [created]
  }
  const updated = eventOf('reservation.updated', {
    ...about,
    data: { object, previousAttributes: listPreviousNames(previous, shown), revision },
  })
  // Told as expired, and accepted all the same.
  const tookItBack = previous.statusDetail === 'request_expired' && shown.status !== 'cancelled'
  if ((tookItBack || isRequest({ ...shown, ...previous })) && !isRequest(shown)) {
    const requestStatus = outcomeOf(shown)
    const data = {
      object,
      requestStatus,
      previousAttributes: { status: 'pending' as const },
      sourceStatus: change.sourceStatus,
      occurredAt,
      revision,
    }
    const settled = eventOf('reservation.request.updated', { ...about, data })
    // Only now it is a booking.
    return requestStatus === 'accepted' ? [settled, created, updated] : [settled, updated]
  }
  return change.becameCancelled ? [cancelled] : [updated]
}

export function eventsOfChange(write: Write, change: ShownReservationChange): NewEvent[] {
  const { row, shown, previous } = change
  return reservationEvents(write, {
    shown: shown(),
    previous,
    becameCancelled: becameCancelled(change),
    revision: row.revision,
    account: accountOf(row),
    cancelledAt: row.cancelled_at,
    cancelledBy: row.cancelled_by,
    cancelReason: row.cancel_reason,
    sourceStatus: row.source_status,
  })
}

function accountOf(row: RowToPublish): NewEvent['account'] {
  if (row.provider === null || row.external_account_id === null) return null
  return {
    ...(row.connection_id === null ? {} : { id: row.connection_id }),
    provider: row.provider,
    externalAccountId: row.external_account_id,
  }
}
