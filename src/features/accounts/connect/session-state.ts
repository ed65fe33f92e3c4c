/** How a session moves from state to state. What stands here is allowed; anything else is refused. Pure. */
import type { SessionStatus } from '../../../contract/connect-session.ts'
import { ApiError, type ErrorExtras } from '../../../platform/api-error.ts'

export type SessionMove = 'select' | 'await_mapping' | 'finish' | 'fail' | 'cancel'

/** Claiming and cancelling twice is the same as once: the page may not know that the first time arrived. */
const moves: Record<SessionStatus, Partial<Record<SessionMove, SessionStatus>>> = {
  pending: {
    select: 'pending',
    await_mapping: 'awaiting_room_mapping',
    finish: 'completed',
    fail: 'errored',
    cancel: 'cancelled',
  },
  awaiting_room_mapping: {
    await_mapping: 'awaiting_room_mapping',
    finish: 'completed',
    fail: 'errored',
    cancel: 'cancelled',
  },
  completed: {},
  errored: {},
  cancelled: { cancel: 'cancelled' },
}

export const isTerminal = (state: SessionStatus) => moves[state].finish === undefined

interface SessionLifetime {
  state: SessionStatus
  expires_at: Date
}

/** The state after the move. An ended session says so for ever; one that was not finished in time is gone. */
export function afterMove(
  { state, expires_at }: SessionLifetime,
  move: SessionMove,
  now: Date,
): SessionStatus {
  const next = moves[state][move]
  if (next === undefined) {
    throw new ApiError('session_terminal', `The connect session has already ended as ${state}.`, {
      session_status: state,
    })
  }
  if (!isTerminal(state)) assertAlive({ expires_at }, now)
  return next
}

export function assertAlive({ expires_at }: Pick<SessionLifetime, 'expires_at'>, now: Date): void {
  if (!isAlive({ expires_at }, now)) throw expired({ expires_at })
}

export const isAlive = ({ expires_at }: Pick<SessionLifetime, 'expires_at'>, now: Date): boolean =>
  expires_at > now

export const expired = (
  { expires_at }: Pick<SessionLifetime, 'expires_at'>,
  extra: ErrorExtras = {},
): ApiError =>
  new ApiError('session_expired', `The connect session ended on ${expires_at.toISOString()}.`, extra)
