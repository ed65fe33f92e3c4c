/** Decides which events a change of a booking makes. */
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
  /** Null for a new record. */
  previous: Record<string, unknown> | null
  becameCancelled: boolean
  revision: number
  account: NewEvent['account']
  cancelledAt: Date | null
  cancelledBy: 'guest' | 'host' | 'platform' | null
  /** The host's words, if it was cancelled here. */
  cancelReason: string | null
  sourceStatus: string | null
}

type RequestStatus = EventData<'reservation.request.updated'>['requestStatus']

const isRequest = ({ status, pendingReason }: { status?: unknown; pendingReason?: unknown }) =>
  status === 'pending' && pendingReason === 'host_approval'

const outcomes: Partial<Record<string, RequestStatus>> = { declined: 'declined', request_expired: 'expired' }

/** Returns the result of a request that has been settled. */
const outcomeOf = ({ status, statusDetail }: Reservation): RequestStatus =>
  status === 'cancelled' ? (statusDetail && outcomes[statusDetail]) || 'voided' : 'accepted'

/** One event covers both stays of a double sale, as an event of the later one. */
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
    // A booking made and cancelled between two readings gives both events, so no cancellation is of an unknown booking.
    return shown.status === 'cancelled' ? [created, cancelled] : [created]
  }
  const updated = eventOf('reservation.updated', {
    ...about,
    data: { object, previousAttributes: listPreviousNames(previous, shown), revision },
  })
  // The request was reported as expired but accepted after all.
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
    // The request has only now become a booking.
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
