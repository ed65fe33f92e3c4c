/** What may be done with a reservation in each shown state. Data that every change checks. */
import type { ErrorCode } from '../../contract/errors.ts'

export type ShownStatus = 'confirmed' | 'pending' | 'cancelled' | 'completed'
export type BookingCommand = 'modify' | 'move' | 'cancel'

/** A command leads to another state, is refused, or finds its work done. */
type BookingMove = { to: ShownStatus } | { refuse: ErrorCode } | 'already'

export const bookingMoves = {
  confirmed: { modify: { to: 'confirmed' }, move: { to: 'confirmed' }, cancel: { to: 'cancelled' } },
  // Only a confirmed guest is given another listing.
  pending: { modify: { to: 'pending' }, move: { to: 'confirmed' }, cancel: { to: 'cancelled' } },
  cancelled: {
    modify: { refuse: 'reservation_not_modifiable' },
    move: { refuse: 'reservation_not_modifiable' },
    cancel: 'already',
  },
  completed: {
    modify: { refuse: 'reservation_not_modifiable' },
    move: { refuse: 'reservation_not_modifiable' },
    cancel: { refuse: 'invalid_state' },
  },
} as const satisfies Record<ShownStatus, Record<BookingCommand, BookingMove>>

export function bookingMoveOf(status: ShownStatus, command: BookingCommand): BookingMove {
  return bookingMoves[status][command]
}
