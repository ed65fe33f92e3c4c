/** What a night goes through that is to stand at a vendor, as data; the SQL moves rows only along these. */

export const pushStates = ['pending', 'sent', 'failed', 'confirmed', 'refused'] as const
export type PushState = (typeof pushStates)[number]

export type PushMove =
  /** Set again. */
  | 'set'
  /** Written down before the vendor is called. */
  | 'send'
  /** The vendor took it, but does not show it yet. */
  | 'wait'
  /** The vendor shows it. */
  | 'confirm'
  /** The vendor does not take it, or takes it and goes on showing something else. */
  | 'refuse'
  /** Nobody knows whether the vendor took it: it is sent again later, which does no harm. */
  | 'fail'
  /** The vendor was not even asked: its limit is used up. */
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
