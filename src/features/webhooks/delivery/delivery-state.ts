/** The state machine of a delivery. Pure: queries apply what is decided here. */

/**
 * A delivery is `waiting` for its turn in an ordered subscription, `pending` until it is due, `sending`, and then
 * `succeeded`, `exhausted` or `pending` again. Finished deliveries move only by a replay or a recovery. After a restore
 * every open delivery is `withheld`, and the operator sends or drops it. The database refuses other states.
 */
type DeliveryState = 'waiting' | 'pending' | 'sending' | 'succeeded' | 'exhausted' | 'withheld'

/**
 * How an attempt ended. `failed`: not accepted. `interrupted`: the result is unknown, which counts as no
 * failure. `withheld`: not sent, because its listing is inactive.
 */
export type AttemptOutcome = 'accepted' | 'failed' | 'interrupted' | 'withheld'

const minute = 60_000
const hour = 60 * minute

/** One retry after each pause, counted from the end of the failed attempt. */
export const retryDelaysMs = [minute, 5 * minute, 30 * minute, 2 * hour, 24 * hour] as const
/** Spreads retries of deliveries that failed together. */
export const jitter = 0.1
/** The longest pause a receiver may ask for. */
export const longestPauseMs = 24 * hour
/** Pause after our own faults, such as a secret that cannot be decrypted. */
const faultPauseMs = minute
/** Exhausted deliveries in a row after which a webhook is disabled. */
export const disableAfterExhausted = 10

/** A delivery about to be settled. */
export interface AttemptedDelivery {
  /** Failed attempts before this one. */
  failures: number
  retries: boolean
  /** The delivery's state before a replay; null if this is no replay. */
  replayFrom: 'pending' | 'succeeded' | 'exhausted' | null
}

export interface DeliverySettlement {
  state: DeliveryState
  failures: number
  /** Null if there is no next attempt or its time stays. */
  nextAttemptAt: Date | null
}

export interface SettleOptions {
  finishedAt: Date
  /** Between 0 and 1. */
  random: number
  delaysMs?: readonly number[]
  /** The pause the receiver asked for. */
  pauseMs?: number | null
  /** The receiver answered that it is gone for good. */
  gone?: boolean
}

export function settleDelivery(
  attempted: AttemptedDelivery,
  outcome: AttemptOutcome,
  options: SettleOptions,
): DeliverySettlement {
  const { replayFrom, failures } = attempted
  // A replay is one extra attempt: if it fails, the delivery is as before.
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

/** How much an attempt counts toward disabling its webhook. */
export function exhaustedWeight(
  attempted: AttemptedDelivery,
  settlement: DeliverySettlement,
  gone: boolean,
): number {
  if (settlement.state !== 'exhausted' || !attempted.retries || attempted.replayFrom) return 0
  return gone ? disableAfterExhausted : 1
}

/** The combined effect of attempts, in order of their end, on one webhook's row. */
export interface EndpointChange {
  /** One was accepted, which clears the counters before `failed` and `exhausted` are added. */
  succeeded: boolean
  failed: number
  exhausted: number
  lastSuccessAt: Date | null
  lastFailureAt: Date | null
  lastDeliveredAt: Date
  lastStatus: number | null
  /** Nothing is sent to the receiver before this. */
  heldUntil: Date | null
}

export function sumEndpointChange(
  settled: readonly {
    outcome: AttemptOutcome
    /** See `exhaustedWeight`. */
    exhausted: number
    finishedAt: Date
    status: number | null
    /** The pause the receiver asked for. */
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
