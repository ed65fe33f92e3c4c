/** What may be done with a reservation in which of the states the API shows. Data; asked by every call that changes one. */
import type { ErrorCode } from '../../contract/errors.ts'

export type ShownStatus = 'confirmed' | 'pending' | 'cancelled' | 'completed'
export type Command = 'modify' | 'move' | 'cancel'

/** A move leads to another state, is refused, or finds everything done already. */
type Move = { to: ShownStatus } | { refuse: ErrorCode } | 'already'

export const moves = {
  confirmed: { modify: { to: 'confirmed' }, move: { to: 'confirmed' }, cancel: { to: 'cancelled' } },
  // Another listing is given to those only who come for sure.
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
} as const satisfies Record<ShownStatus, Record<Command, Move>>

export function moveOf(status: ShownStatus, command: Command): Move {
  return moves[status][command]
}
