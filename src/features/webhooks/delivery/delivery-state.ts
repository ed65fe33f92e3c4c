/** What becomes of a delivery. Pure: the queries carry out what is decided here. */

export type DeliveryState = 'waiting' | 'pending' | 'sending' | 'succeeded' | 'exhausted' | 'withheld'

/**
 * Every move there is; the database refuses other states, the queries make no other moves. What is finished moves again
 * only by hand: a replay sends it once more, a recovery puts it back in the queue.
 */
export const deliveryMoves: Readonly<Record<DeliveryState, readonly DeliveryState[]>> = {
  waiting: ['pending'],
  pending: ['sending', 'waiting'],
  sending: ['succeeded', 'pending', 'exhausted', 'withheld'],
  succeeded: ['sending'],
  exhausted: ['sending', 'pending', 'waiting'],
  withheld: [],
}

/**
 * How an attempt ended. `failed`: the receiver did not accept it. `interrupted`: we stopped, or could not send, before
 * that was known; it counts as no failure. `withheld`: nothing was sent, because nothing about the listing may be.
 */
export type AttemptOutcome = 'accepted' | 'failed' | 'interrupted' | 'withheld'

const minute = 60_000
const hour = 60 * minute

/** One retry after each of these, counted from the end of the attempt that failed. */
export const retryDelaysMs = [minute, 5 * minute, 30 * minute, 2 * hour, 24 * hour] as const
/** Spread, so that what failed together does not come back together. */
export const jitter = 0.1
/** A receiver may ask for a longer pause, up to this. */
export const longestPauseMs = 24 * hour
/** Pause after a fault of our own, such as a secret that cannot be decrypted. */
const faultPauseMs = minute
/** Deliveries given up in a row after which a subscription is disabled. */
export const disableAfterExhausted = 10

/** A delivery about to be settled. */
export interface AttemptedDelivery {
  /** Attempts the receiver failed before this one. */
  failures: number
  retries: boolean
  /** The attempt is a replay: what the delivery was before. */
  replayFrom: 'pending' | 'succeeded' | 'exhausted' | null
}

export interface DeliverySettlement {
  state: DeliveryState
  failures: number
  /** Null when there is no next attempt, or it stays when it was. */
  nextAttemptAt: Date | null
}

export interface SettleOptions {
  finishedAt: Date
  /** Between 0 and 1. */
  random: number
  delaysMs?: readonly number[]
  /** The receiver wants to hear nothing for this long. */
  pauseMs?: number | null
  /** The receiver said that it is gone for good. */
  gone?: boolean
}

export function settleDelivery(
  attempted: AttemptedDelivery,
  outcome: AttemptOutcome,
  options: SettleOptions,
): DeliverySettlement {
  const { replayFrom, failures } = attempted
  // A replay is one attempt more: when it fails, everything is as it was.
  if (replayFrom && outcome !== 'accepted') return { state: replayFrom, failures, nextAttemptAt: null }
  return settlements[outcome](attempted, options)
}

const settlements: Record<
  AttemptOutcome,
  (attempted: AttemptedDelivery, options: SettleOptions) => DeliverySettlement
> = {
  accepted: ({ failures }) => ({ state: 'succeeded', failures, nextAttemptAt: null }),
  withheld: ({ failures }) => ({ state: 'withheld', failures, nextAttemptAt: null }),
  interrupted: ({ failures }, { finishedAt }) => ({
    state: 'pending',
    failures,
    nextAttemptAt: new Date(finishedAt.getTime() + faultPauseMs),
  }),
  failed: ({ failures, retries }, { finishedAt, random, delaysMs = retryDelaysMs, pauseMs, gone }) => {
    const delay = retries && !gone ? delaysMs[failures] : undefined
    if (delay === undefined) return { state: 'exhausted', failures: failures + 1, nextAttemptAt: null }
    const spread = Math.round(delay * (1 + jitter * (2 * random - 1)))
    return {
      state: 'pending',
      failures: failures + 1,
      nextAttemptAt: new Date(finishedAt.getTime() + Math.max(spread, pauseMs ?? 0)),
    }
  },
}

/** How much an attempt counts towards disabling its subscription. */
export function exhaustedWeight(
  attempted: AttemptedDelivery,
  settlement: DeliverySettlement,
  gone: boolean,
): number {
  if (settlement.state !== 'exhausted' || !attempted.retries || attempted.replayFrom) return 0
  return gone ? disableAfterExhausted : 1
}

/** What attempts, in the order they ended, do to the record of one subscription. */
export interface EndpointChange {
  /** One of them was accepted, which clears the counters before `failed` and `exhausted` are added. */
  succeeded: boolean
  failed: number
  exhausted: number
  lastSuccessAt: Date | null
  lastFailureAt: Date | null
  lastDeliveredAt: Date
  lastStatus: number | null
  /** Nothing goes to the receiver before. */
  heldUntil: Date | null
}

export function sumEndpointChange(
  settled: readonly {
    outcome: AttemptOutcome
    /** See `exhaustion`. */
    exhausted: number
    finishedAt: Date
    status: number | null
    /** How long the receiver wants to hear nothing. */
    pauseMs?: number | null
  }[],
): EndpointChange | null {
  const known = settled.filter(({ outcome }) => outcome === 'accepted' || outcome === 'failed')
  const last = known.at(-1)
  if (!last) return null
  const lastSuccess = known.findLastIndex(({ outcome }) => outcome === 'accepted')
  const after = known.slice(lastSuccess + 1)
  return {
    succeeded: lastSuccess >= 0,
    failed: after.length,
    exhausted: after.reduce((sum, { exhausted }) => sum + exhausted, 0),
    lastSuccessAt: known[lastSuccess]?.finishedAt ?? null,
    lastFailureAt: known.findLast(({ outcome }) => outcome === 'failed')?.finishedAt ?? null,
    lastDeliveredAt: last.finishedAt,
    lastStatus: last.status,
    heldUntil: last.pauseMs ? new Date(last.finishedAt.getTime() + last.pauseMs) : null,
  }
}
