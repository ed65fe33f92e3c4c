/** What becomes of a delivery. Pure: the queries carry out what is decided here. */

export type DeliveryState = 'pending' | 'sending' | 'succeeded' | 'exhausted' | 'withheld'

/** Every move there is; the database refuses other states, the queries make no other moves. */
export const moves: Readonly<Record<DeliveryState, readonly DeliveryState[]>> = {
  pending: ['sending'],
  sending: ['succeeded', 'pending', 'exhausted', 'withheld'],
  succeeded: [],
  exhausted: [],
  withheld: [],
}

/**
 * How an attempt ended. `failed`: the receiver did not accept it. `interrupted`: we stopped, or could not send, before
 * that was known; it counts as no failure. `withheld`: nothing was sent, because nothing about the listing may be.
 */
export type Outcome = 'accepted' | 'failed' | 'interrupted' | 'withheld'

const minute = 60_000
const hour = 60 * minute

/** One retry after each of these, counted from the end of the attempt that failed. */
export const retryDelaysMs = [minute, 5 * minute, 30 * minute, 2 * hour, 24 * hour] as const
/** Spread, so that what failed together does not come back together. */
export const jitter = 0.1
/** Pause after a fault of our own, such as a secret that cannot be decrypted. */
export const faultPauseMs = minute
/** Deliveries given up in a row after which a subscription is disabled. */
export const disableAfterExhausted = 10

/** A delivery about to be settled. */
export interface Attempted {
  /** Attempts the receiver failed before this one. */
  failures: number
  retries: boolean
}

export interface Settlement {
  state: DeliveryState
  failures: number
  /** Null when there is no next attempt. */
  nextAttemptAt: Date | null
}

/** `random` is between 0 and 1. */
export function settle(
  attempted: Attempted,
  outcome: Outcome,
  at: { finishedAt: Date; random: number },
): Settlement {
  return settlements[outcome](attempted, at)
}

const settlements: Record<
  Outcome,
  (attempted: Attempted, at: { finishedAt: Date; random: number }) => Settlement
> = {
  accepted: ({ failures }) => ({ state: 'succeeded', failures, nextAttemptAt: null }),
  withheld: ({ failures }) => ({ state: 'withheld', failures, nextAttemptAt: null }),
  interrupted: ({ failures }, { finishedAt }) => ({
    state: 'pending',
    failures,
    nextAttemptAt: new Date(finishedAt.getTime() + faultPauseMs),
  }),
  failed: ({ failures, retries }, { finishedAt, random }) => {
    const delay = retries ? retryDelaysMs[failures] : undefined
    if (delay === undefined) return { state: 'exhausted', failures: failures + 1, nextAttemptAt: null }
    const spread = 1 + jitter * (2 * random - 1)
    return {
      state: 'pending',
      failures: failures + 1,
      nextAttemptAt: new Date(finishedAt.getTime() + Math.round(delay * spread)),
    }
  },
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
}

export function endpointChange(
  settled: readonly {
    outcome: Outcome
    /** Given up after the whole schedule. */
    exhausted: boolean
    finishedAt: Date
    status: number | null
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
    exhausted: after.filter(({ exhausted }) => exhausted).length,
    lastSuccessAt: known[lastSuccess]?.finishedAt ?? null,
    lastFailureAt: known.findLast(({ outcome }) => outcome === 'failed')?.finishedAt ?? null,
    lastDeliveredAt: last.finishedAt,
    lastStatus: last.status,
  }
}
