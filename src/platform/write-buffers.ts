/**
 * A process writes these buffers in batches. A reader flushes them first, so that it finds what was answered
 * a moment ago.
 */
import { setTimeout as pause } from 'node:timers/promises'

type WriteBufferName = 'log of requests'

export interface WriteBuffers {
  /** Registers how a buffer is written. */
  is(name: WriteBufferName, flush: () => Promise<void>): void
  /** Flushes the buffer, without failing or waiting long; rows not written by then appear a little later. */
  now(name: WriteBufferName): Promise<void>
}

const longestMs = 1_000

export function createWriteBuffers(): WriteBuffers {
  const flushes = new Map<WriteBufferName, () => Promise<void>>()
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

/** Runs work one at a time; callers that come before the next run begins share it. */
export function oneAtATime(work: () => Promise<void>): () => Promise<void> {
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
