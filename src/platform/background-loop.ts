/** Repeats work until the process stops. A failed round is logged and does not stop the loop. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Log } from './log.ts'

export interface BackgroundLoop {
  /** Resolves after the running round. */
  stop(): Promise<void>
  /** Starts the next round now instead of after the pause. */
  wake(): void
}

export interface LoopOptions {
  everyMs: number
  log: Log
  /** The message logged with a round's error. */
  failed: string
  /** The first round waits this long; without it the first comes at once. */
  firstAfterMs?: number
  /** A loop that is woken pauses at least this long between rounds; without it not at all. */
  leastMs?: number
}

/** Milliseconds until the next round override the usual pause; 0 means that work is left. */
type NextPauseMs = number | void

export function startLoop(
  { everyMs, log, failed, firstAfterMs = 0, leastMs = 0 }: LoopOptions,
  turn: (signal: AbortSignal) => Promise<NextPauseMs>,
): BackgroundLoop {
  const stopping = new AbortController()
  const { signal } = stopping
  let woken = Promise.withResolvers<void>()

  const attempt = async (): Promise<number> => {
    woken = Promise.withResolvers()
    try {
      return (await turn(signal)) ?? everyMs
    } catch (error) {
      if (!signal.aborted) log.warn({ err: error }, failed)
      return everyMs
    }
  }
  const rest = async (ms: number): Promise<void> => {
    if (ms <= 0 || signal.aborted) return
    const over = new AbortController()
    const until = AbortSignal.any([signal, over.signal])
    await Promise.race([woken.promise, pause(ms, undefined, { signal: until }).catch(() => {})])
    over.abort()
  }
  const restBetween = async (ms: number): Promise<void> => {
    if (leastMs > 0 && ms > 0) await pause(Math.min(leastMs, ms), undefined, { signal }).catch(() => {})
    await rest(ms - leastMs)
  }
  const loop = async (): Promise<void> => {
    if (firstAfterMs > 0) await rest(firstAfterMs)
    while (!signal.aborted) await restBetween(await attempt())
  }

  const running = loop()
  return {
    wake: () => woken.resolve(),
    async stop() {
      stopping.abort()
      await running
    },
  }
}
