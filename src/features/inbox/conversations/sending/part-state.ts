import type { PartState } from '../../../../records/messages/part-queries.ts'

export type PartMove =
  /** The vendor is being called. */
  | 'send'
  /** The vendor accepted the message. */
  | 'take'
  /** The vendor certainly did not take it now: retry later with the same key. */
  | 'wait'
  /** It refused the message. */
  | 'refuse'
  /** The vendor's answer was lost. */
  | 'lose'
  /** The message was found in the thread. */
  | 'find'

const partMoves = {
  waiting: { send: 'sending' },
  // The thread may show the message before the vendor's answer arrives.
  sending: { take: 'sent', find: 'sent', wait: 'waiting', refuse: 'refused', lose: 'unknown' },
  // Sent again only after the thread was searched in vain.
  unknown: { send: 'sending', take: 'sent', find: 'sent' },
  sent: {},
  refused: {},
} as const satisfies Record<PartState, Partial<Record<PartMove, PartState>>>

export function afterMove(state: PartState, move: PartMove): PartState {
  const next = (partMoves[state] as Partial<Record<PartMove, PartState>>)[move]
  if (next === undefined) throw new Error(`a message that is ${state} cannot ${move}`)
  return next
}
