/** Work that a process does again and again until it stops. A turn that fails is logged, and the next one comes all the same. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Log } from './log.ts'

export interface BackgroundLoop {
  /** Ends after the turn that is under way. */
  stop(): Promise<void>
}

export function startLoop(
  { everyMs, log, failed }: { everyMs: number; log: Log; failed: string },
  turn: () => Promise<void>,
): BackgroundLoop {
  const stopping = new AbortController()
  const { signal } = stopping
  const loop = async (): Promise<void> => {
    while (!signal.aborted) {
      try {
        await turn()
      } catch (error) {
        if (!signal.aborted) log.warn({ err: error }, failed)
      }
      await pause(everyMs, undefined, { signal }).catch(() => {})
    }
  }
  const running = loop()
  return {
    async stop() {
      stopping.abort()
      await running
    },
  }
}
