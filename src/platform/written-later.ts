/**
 * What a process keeps in memory and writes down in batches. Whoever reads it back has it written down first, so that what was
 * answered a moment ago is there.
 */
import { setTimeout as pause } from 'node:timers/promises'

type WrittenLaterName = 'log of requests'

export interface WrittenLater {
  /** How it is written down. */
  is(name: WrittenLaterName, flush: () => Promise<void>): void
  /** Never fails and never waits for long: what is not written down by then is read a little later. */
  now(name: WrittenLaterName): Promise<void>
}

const longestMs = 1_000

export function createWrittenLater(): WrittenLater {
  const flushes = new Map<WrittenLaterName, () => Promise<void>>()
  return {
    is: (name, flush) => void flushes.set(name, flush),
    async now(name) {
      const flush = flushes.get(name)
      if (!flush) return
      const over = new AbortController()
      const limit = pause(longestMs, undefined, { signal: over.signal })
      await Promise.race([flush(), limit]).catch(() => {})
      over.abort()
      await limit.catch(() => {})
    },
  }
}

/** Runs work one at a time; whoever asks while a turn waits to begin shares it. */
export function inTurns(work: () => Promise<void>): () => Promise<void> {
  let last: Promise<void> = Promise.resolve()
  let next: Promise<void> | null = null
  return () => {
    next ??= last.then(() => {
      next = null
      return work()
    })
    const turn = next
    last = turn.catch(() => {})
    return turn
  }
}
