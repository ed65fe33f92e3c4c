/** What a night set for a PMS listing goes through, as data; the SQL moves rows only along these. */

export const pushStates = ['pending', 'sent', 'failed', 'confirmed', 'refused'] as const
export type PushState = (typeof pushStates)[number]

/** Shown before what the PMS said last, because the PMS is still to take it. */
export const openStates = ['pending', 'sent', 'failed'] as const satisfies readonly PushState[]
export type OpenState = (typeof openStates)[number]

export type PushMove =
  /** Set again through the API. */
  | 'set'
  /** Written down before the PMS is called. */
  | 'send'
  /** The PMS took it, but does not show it yet. */
  | 'wait'
  /** The PMS shows it. */
  | 'confirm'
  /** The PMS does not take it, or takes it and goes on showing something else. */
  | 'refuse'
  /** Nobody knows whether the PMS took it: it is sent again later, which does no harm. */
  | 'fail'
  /** The PMS was not even asked: its limit is used up. */
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
