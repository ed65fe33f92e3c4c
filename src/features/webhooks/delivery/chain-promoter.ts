/** Releases waiting deliveries once their predecessor is finished. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Log } from '../../../platform/log.ts'
import type { DeliveryChain } from './chain-queries.ts'
import type { SettledAttempt } from './settle-queries.ts'

const againMs = 25
const troubleMs = 500

/** The chains that these results let continue. */
export function listEndedChains(settled: readonly SettledAttempt[]): DeliveryChain[] {
  return settled.flatMap(({ claimed, settlement }): DeliveryChain[] => {
    if (settlement.state === 'pending') return []
    const { workspaceId, webhookId, orderKey } = claimed
    const ofSnapshot = claimed.event.purpose === 'snapshot'
    return [
      ...(ofSnapshot ? [{ workspaceId, webhookId, orderKey: null }] : []),
      ...(orderKey === null ? [] : [{ workspaceId, webhookId, orderKey }]),
    ]
  })
}

export interface ChainPromoter {
  add(chains: readonly DeliveryChain[]): void
  /** Resolves when nothing is left; a later check for stuck chains finds what failed. */
  stop(): Promise<void>
}

/** `promote` returns the chains it could not release; `onProgress` gets those that may have become due. */
export function createChainPromoter(
  promote: (chains: DeliveryChain[]) => Promise<DeliveryChain[]>,
  log: Log,
  onProgress: (chains: readonly DeliveryChain[]) => void,
): ChainPromoter {
  const waiting = new Map<string, DeliveryChain>()
  let running: Promise<void> | undefined
  let stopped = false

  const keep = (chains: readonly DeliveryChain[]) => {
    for (const chain of chains) {
      waiting.set(`${chain.workspaceId} ${chain.webhookId} ${chain.orderKey ?? '\0'}`, chain)
    }
  }

  async function run(): Promise<void> {
    while (waiting.size > 0) {
      const batch = [...waiting.values()]
      waiting.clear()
      try {
        const left = await promote(batch)
        if (left.length < batch.length) onProgress(batch)
        if (stopped) return
        keep(left)
        if (left.length > 0) await pause(againMs)
      } catch (error) {
        if (stopped) return
        log.warn({ err: error }, 'waiting deliveries could not be let go')
        keep(batch)
        await pause(troubleMs)
      }
    }
  }

  return {
    add(chains) {
      keep(chains)
      if (waiting.size > 0) running ??= run().finally(() => (running = undefined))
    },
    async stop() {
      stopped = true
      await running
    },
  }
}
