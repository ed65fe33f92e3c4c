/** Closes nights that could be sold twice: a few calls at once, of which none waits for the answer of another. */
import { setTimeout as pause } from 'node:timers/promises'
import { lostInARow, restWhenLostMs } from '../../../upstream/nights/limits.ts'
import { planBatches } from '../../../upstream/nights/plan.ts'
import type { AfterAnswers } from '../../sync/public.ts'
import type { StoredChannelNight } from './night-queries.ts'
import { orderByLongestWait, maxClosingCalls } from './pieces.ts'
import { toSendableNight } from './sendable-night.ts'
import { readBackNights, sendBatch, type SellingPass } from './pass-calls.ts'

/** So often it is looked what was sold while calls are under way. */
const lookEveryMs = 250

export interface SoldNightCloser {
  /** Links that calls are under way about: their nights are as they were before the answer. */
  busy(): ReadonlySet<string>
  /**
   * Begins what there is room for, of the nights given in their order, and waits for an answer or a moment. How long the channel
   * wants to be left alone, when nothing is under way any more; null: go on.
   */
  goOn(sold: readonly StoredChannelNight[]): Promise<number | null>
  /** Until no call is under way. */
  ended(): Promise<void>
}

export function createSoldNightCloser(pass: SellingPass): SoldNightCloser {
  const { writes, policy, environment } = pass
  /** By call, the links it is about: two calls about one could arrive in another order. */
  const sending = new Map<Promise<unknown>, readonly string[]>()
  const looking = new Map<Promise<unknown>, readonly string[]>()
  let lost = 0
  let quietUntil = 0

  const note = ({ restMs, unanswered }: AfterAnswers) => {
    lost = unanswered ? lost + 1 : 0
    const waitMs = restMs ?? (lost >= lostInARow ? restWhenLostMs : 0)
    quietUntil = Math.max(quietUntil, performance.now() + waitMs)
    if (lost >= lostInARow) lost = 0
  }
  const begin = (calls: typeof sending, links: readonly string[], call: Promise<unknown>) => {
    calls.set(call, links)
    // A fault is thrown where it is waited for.
    call.then(() => calls.delete(call)).catch(() => {})
  }
  const busy = () => new Set([...sending.values(), ...looking.values()].flat())

  const beginSending = (sold: readonly StoredChannelNight[]) => {
    const nights = sold
      .filter(({ accepted, externalId }) => !accepted && !busy().has(externalId))
      .map((night) => toSendableNight(night, writes.fields, policy))
    const batches = orderByLongestWait(planBatches(nights, writes.batch), nights)
    for (const batch of batches) {
      const links = [...new Set(batch.map(({ change }) => change.listingExternalId))]
      // A second batch of a link waits for the first.
      if (sending.size >= maxClosingCalls || links.some((link) => busy().has(link))) continue
      begin(sending, links, sendBatch(pass, batch, 'bookings').then(note))
    }
  }
  /** Beside those that send there is always one that looks at what was taken: also a storm without a break is confirmed. */
  const beginLooking = (sold: readonly StoredChannelNight[]) => {
    const taken = sold.filter(({ accepted, externalId }) => accepted && !busy().has(externalId))
    const [first] = taken
    if (!first || looking.size > 0) return
    const ofLink = taken.filter(({ externalId }) => externalId === first.externalId)
    const nights = ofLink.map((night) => toSendableNight(night, writes.fields, policy))
    begin(looking, [first.externalId], readBackNights(pass, nights, 'bookings'))
  }
  const underWay = () => [...sending.keys(), ...looking.keys()]

  return {
    busy,
    async goOn(sold) {
      const restMs = quietUntil - performance.now()
      if (restMs > 0 && underWay().length === 0) return restMs
      if (restMs <= 0) {
        beginSending(sold)
        beginLooking(sold)
      }
      if (underWay().length === 0) return null
      const moment = new AbortController()
      const { signal } = environment
      const passed = pause(lookEveryMs, undefined, { signal: AbortSignal.any([signal, moment.signal]) })
      await Promise.race([...underWay(), passed.catch(() => {})]).finally(() => moment.abort())
      return null
    },
    async ended() {
      await Promise.allSettled(underWay())
    },
  }
}
