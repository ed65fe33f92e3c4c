/** How one message of a send goes on. Data; every move of a part is asked for here. */
export type PartState = 'waiting' | 'sending' | 'unknown' | 'sent' | 'refused'

export type PartMove =
  /** The vendor is being asked now. */
  | 'send'
  /** It took the message. */
  | 'take'
  /** It cannot right now, for sure: later, with the same key. */
  | 'wait'
  /** It refused the message. */
  | 'refuse'
  /** It did not say what became of it. */
  | 'lose'
  /** The message stands in the thread. */
  | 'find'

const partMoves = {
  waiting: { send: 'sending' },
  // The thread may show the message before the vendor's answer is here.
  sending: { take: 'sent', find: 'sent', wait: 'waiting', refuse: 'refused', lose: 'unknown' },
  // Sent once more only after it was looked for in vain.
  unknown: { send: 'sending', take: 'sent', find: 'sent' },
  sent: {},
  refused: {},
} as const satisfies Record<PartState, Partial<Record<PartMove, PartState>>>

export function afterMove(state: PartState, move: PartMove): PartState {
  const next = (partMoves[state] as Partial<Record<PartMove, PartState>>)[move]
  if (next === undefined) throw new Error(`a message that is ${state} cannot ${move}`)
  return next
}
