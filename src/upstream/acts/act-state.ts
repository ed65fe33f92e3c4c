/** How a thing done at a vendor goes on. Data; every move is asked for here. */
export type ActState = 'started' | 'asking' | 'unknown' | 'done' | 'refused' | 'absent'

export type ActMove =
  /** The vendor is being asked now, for the first time or once more with the same key. */
  | 'ask'
  /** The vendor did it and said so. */
  | 'finish'
  /** It did not, for sure, or nothing was sent at all. */
  | 'refuse'
  /** It did not say what became of it. */
  | 'lose'
  /** It was looked for and is there. */
  | 'find'
  /** It was looked for until the vendor had to show it, and is not there. */
  | 'miss'
  /** It was done, and somebody has undone it at the vendor since. */
  | 'vanish'
  /** It was not done, and its key is used for a new request. */
  | 'restart'

export const actMoves = {
  started: { ask: 'asking', refuse: 'refused' },
  // Refused as done already, it may have been done the first time.
  asking: { finish: 'done', refuse: 'refused', lose: 'unknown', find: 'done' },
  // Asked again only after it was looked for in vain.
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

/** What is done waits for being recorded here until nobody has to look at it any more. */
export const isRecorded = (act: { state: ActState; next_look_at: Date | null }): boolean =>
  act.state === 'done' && act.next_look_at === null

/** It was not done, and its key is free. */
export const isUndone = (state: ActState): boolean => state === 'refused' || state === 'absent'
