/** This is the state machine of a pushed night, as data; the SQL makes no other transitions. */

export const pushStates = ['pending', 'sent', 'failed', 'confirmed', 'refused'] as const
export type PushState = (typeof pushStates)[number]

export type PushMove =
  /** A caller set the night again. */
  | 'set'
  /** The state is stored before the vendor is called. */
  | 'send'
  /** The vendor accepted it but does not show it yet. */
  | 'wait'
  /** The vendor shows it. */
  | 'confirm'
  /** The vendor refuses it, or accepts it and keeps showing something else. */
  | 'refuse'
  /** The outcome is unknown; sending again later is harmless. */
  | 'fail'
  /** The vendor was not called, because its limit is used up. */
  | 'postpone'

export const pushMoves: Record<PushState, Partial<Record<PushMove, PushState>>> = {
  pending: { set: 'pending', send: 'sent', refuse: 'refused' },
  sent: {
    set: 'pending',
    send: 'sent',
    wait: 'sent',
    confirm: 'confirmed',
    refuse: 'refused',
    fail: 'failed',
    postpone: 'pending',
  },
  failed: { set: 'pending', send: 'sent', refuse: 'refused' },
  confirmed: { set: 'pending' },
  refused: { set: 'pending' },
}
