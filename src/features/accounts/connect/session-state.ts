/** State machine of a session: only these moves are allowed. Pure. */
import type { SessionStatus } from '../../../contract/connect-session.ts'
import { ApiError, type ErrorExtras } from '../../../platform/api-error.ts'

export type SessionMove = 'select' | 'await_mapping' | 'finish' | 'fail' | 'cancel'

/** Claiming and cancelling are idempotent: the page may not know that its first request arrived. */
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

/** The state after the move. Throws `session_terminal` for an ended session, `session_expired` for one out of time. */
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
