/** Closes nights that could be sold twice, with a few calls in flight that do not wait for each other. */
import { setTimeout as pause } from 'node:timers/promises'
import { maxLostInARow, restWhenLostMs } from '../../../upstream/nights/limits.ts'
import { planBatches } from '../../../upstream/nights/plan.ts'
import type { NightAnswersResult } from '../../sync/public.ts'
import type { StoredChannelNight } from './night-queries.ts'
import { orderByLongestWait, maxClosingCalls } from './pieces.ts'
import { toSendableNight } from './sendable-night.ts'
import { readBackNights, sendBatch } from './pass-calls.ts'
import type { SellingPass } from './read-nights.ts'

/** How often newly sold nights are looked up while calls are in flight. */
const lookEveryMs = 250

export interface SoldNightCloser {
  /** Links with a call in flight: their stored nights predate the answer. */
  busy(): ReadonlySet<string>
  /**
   * Starts as many calls for the given nights as there is room for, in their order. Then waits for one answer or a
   * moment. Answers how long the channel asks to be left alone once nothing is in flight; null: go on.
   */
  goOn(sold: readonly StoredChannelNight[]): Promise<number | null>
  /** Resolves once no call is in flight. */
  ended(): Promise<void>
}

export function createSoldNightCloser(pass: SellingPass): SoldNightCloser {
  const { writes, policy, environment } = pass
  /** The links each call is about: two calls about one link could arrive in the wrong order. */
  const sending = new Map<Promise<unknown>, readonly string[]>()
  const looking = new Map<Promise<unknown>, readonly string[]>()
  let lost = 0
  let quietUntil = 0

  const note = ({ restMs, unanswered }: NightAnswersResult) => {
    lost = unanswered ? lost + 1 : 0
    const waitMs = restMs ?? (lost >= maxLostInARow ? restWhenLostMs : 0)
    quietUntil = Math.max(quietUntil, performance.now() + waitMs)
    if (lost >= maxLostInARow) lost = 0
  }
  const begin = (calls: typeof sending, links: readonly string[], call: Promise<unknown>) => {
    calls.set(call, links)
    // The fault is thrown where the call is awaited.
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
  /** One read-back always runs beside the sending calls, so that an unbroken storm of sales is confirmed too. */
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
