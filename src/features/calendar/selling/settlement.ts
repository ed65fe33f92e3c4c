import { pushMoves, type PushState } from '../../../upstream/nights/state.ts'
import type { PushVerdict } from '../../../upstream/nights/verdict.ts'

/** What is stored of a sent night once it was judged; `nextAttemptAt` is null where nothing is left to do. */
export interface Settlement {
  state: PushState
  accepted: boolean
  checks: number
  nextAttemptAt: string | null
  errorCode: string | null
  error: string | null
}

export function toSettlement(verdict: PushVerdict, checks: number, now: Date): Settlement {
  const state = pushMoves.sent[verdict.move] ?? 'failed'
  const isSettled = state === 'confirmed' || state === 'refused'
  return {
    state,
    accepted: verdict.accepted,
    checks: verdict.move === 'wait' ? checks + 1 : checks,
    nextAttemptAt: isSettled ? null : new Date(now.getTime() + verdict.waitMs).toISOString(),
    errorCode: verdict.code,
    error: verdict.message,
  }
}
