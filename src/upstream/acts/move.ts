/** Moves an act through its states. */
import { ApiError } from '../../platform/api-error.ts'
import type { Queryable } from '../../platform/tenant.ts'
import type { ConnectionAccess } from '../access.ts'
import { updateAct, type ActChange, type StoredAct } from './act-queries.ts'
import { afterAct, type ActMove } from './act-state.ts'
import { nextSearch, settlesAt } from './searches.ts'

export const idempotencyKeyInUse = () =>
  new ApiError('idempotency_key_in_use', 'Another request with this `Idempotency-Key` goes on with it.', {
    retry_after: 1,
  })

/** Returns the fields to store after the transition. */
export function afterMove(
  act: StoredAct,
  move: ActMove,
  change: Partial<ActChange>,
  at: Date,
): ActChange & { at: Date } {
  const settles = settlesAt(at, false)
  const byMove: Partial<Record<ActMove, Partial<ActChange>>> = {
    ask: {
      attempts: act.attempts + 1,
      looks: 0,
      // Searches cover the time since the first call.
      ...(act.state === 'started' ? { asked_at: at } : {}),
      settles_at: settles,
      next_look_at: settles,
      outcome: null,
      outcome_code: null,
    },
    restart: { looks: 0, result: null, outcome: null, outcome_code: null, next_look_at: settles },
    // A refused or absent act no longer needs its request.
    refuse: { request: null, next_look_at: null },
    miss: { request: null, next_look_at: null },
    lose: { next_look_at: nextSearch(0, at) },
    // The caller records the result; if it does not, the resolver does so at this time.
    finish: { next_look_at: nextSearch(1, at) },
    find: { next_look_at: nextSearch(1, at) },
  }
  return { ...act, ...byMove[move], ...change, state: afterAct(act.state, move), at }
}

/** Returns the act after the transition, or undefined if another process moved it. */
export const tryMoveAct = (
  db: Queryable,
  { services, scope }: ConnectionAccess,
  act: StoredAct,
  move: ActMove,
  change: Partial<ActChange> = {},
): Promise<StoredAct | undefined> =>
  updateAct(db, scope, act, afterMove(act, move, change, services.clock.now()))

/** Like tryMoveAct, but throws if another process moved the act. */
export async function moveAct(
  access: ConnectionAccess,
  act: StoredAct,
  move: ActMove,
  change: Partial<ActChange> = {},
): Promise<StoredAct> {
  const updated = await tryMoveAct(access.services.db, access, act, move, change)
  if (updated) return updated
  throw idempotencyKeyInUse()
}
