/** This is the state machine of an act, as data; every transition is checked against it. */
export type ActState = 'started' | 'asking' | 'unknown' | 'done' | 'refused' | 'absent'

export type ActMove =
  /** The vendor is called now, for the first time or again with the same key. */
  | 'ask'
  /** The vendor confirmed it. */
  | 'finish'
  /** The vendor certainly did nothing, or nothing was sent. */
  | 'refuse'
  /** The vendor's answer was lost. */
  | 'lose'
  /** A search found it at the vendor. */
  | 'find'
  /** A search did not find it by the time the vendor had to show it. */
  | 'miss'
  /** The vendor did it, but it was undone there since. */
  | 'vanish'
  /** Nothing was done, and the key serves a new request. */
  | 'restart'

export const actMoves = {
  started: { ask: 'asking', refuse: 'refused' },
  // If the vendor refuses it as done already, the first attempt may have succeeded.
  asking: { finish: 'done', refuse: 'refused', lose: 'unknown', find: 'done' },
  // A lost request is repeated only after a search did not find it.
  unknown: { find: 'done', ask: 'asking', miss: 'absent' },
  absent: { find: 'done', ask: 'asking', restart: 'started' },
  refused: { ask: 'asking', restart: 'started' },
  done: { vanish: 'absent' },
} as const satisfies Record<ActState, Partial<Record<ActMove, ActState>>>

export function afterAct(state: ActState, move: ActMove): ActState {
  const next = (actMoves[state] as Partial<Record<ActMove, ActState>>)[move]
  if (next === undefined) throw new Error(`what is ${state} cannot ${move}`)
  return next
}

/** A finished act is recorded once no search is due. */
export const isRecorded = (act: { state: ActState; next_look_at: Date | null }): boolean =>
  act.state === 'done' && act.next_look_at === null

/** Nothing was done, so the key is free. */
export const isUndone = (state: ActState): boolean => state === 'refused' || state === 'absent'
