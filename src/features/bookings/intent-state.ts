/** How what is to be done in a PMS goes on. Data; every move of an intent is asked for here. */
import type { ReservationIntent } from '../../contract/reservation-write.ts'

export type IntentState = ReservationIntent['state']

export type IntentMove =
  /** The PMS is being asked now. */
  | 'send'
  /** It said no, or nothing was sent at all. */
  | 'refuse'
  /** It did not say what became of it. */
  | 'lose'
  /** It is done there, but could not be recorded here. */
  | 'find'
  /** It is done there and recorded here. */
  | 'record'
  /** Looked for after the PMS had every chance to do it, and not there. */
  | 'miss'
  /** Asked for again, with the same key, after it was not done. */
  | 'restart'

export const intentMoves = {
  started: { send: 'sent', refuse: 'refused' },
  sent: { refuse: 'refused', lose: 'unknown', find: 'made', record: 'succeeded' },
  // Sent once more only after it was looked for in vain: then a search that finds nothing is an answer.
  unknown: { send: 'sent', find: 'made', record: 'succeeded', miss: 'refused' },
  made: { record: 'succeeded' },
  succeeded: {},
  refused: { restart: 'started' },
} as const satisfies Record<IntentState, Partial<Record<IntentMove, IntentState>>>

export function afterMove(state: IntentState, move: IntentMove): IntentState {
  const next = (intentMoves[state] as Partial<Record<IntentMove, IntentState>>)[move]
  if (next === undefined) throw new Error(`an intent that is ${state} cannot ${move}`)
  return next
}

/** Nothing is left to find out. */
export const isSettled = (state: IntentState): boolean => state === 'succeeded' || state === 'refused'
