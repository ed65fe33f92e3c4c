/**
 * Writes that a database refuses because it is read-only or its disk is full. Every request and worker meets the same
 * refusal, thousands of times a minute, so the log tells them in one line a minute.
 */
const toldEveryMs = 60_000

/** What the log writes instead of the error. */
interface RefusedWritesLine {
  /** In the words of PostgreSQL. */
  reason: string
  /** How many were refused since the line before, this one counted. */
  refusedWrites: number
}

export interface RefusedWrites {
  /** Counts one; null: it is told with the next line. */
  count(error: unknown): RefusedWritesLine | null
}

/** `now`: milliseconds of a clock that never goes back. */
export function createRefusedWrites(now: () => number = () => performance.now()): RefusedWrites {
  let refusedWrites = 0
  let toldAt = -Infinity
  return {
    count(error) {
      refusedWrites += 1
      if (now() - toldAt < toldEveryMs) return null
      const line = { reason: reasonOf(error), refusedWrites }
      toldAt = now()
      refusedWrites = 0
      return line
    },
  }
}

/** The innermost message: the ones around it say which request or worker met it. */
function reasonOf(error: unknown): string {
  let inner = error as Error
  while (inner.cause instanceof Error) inner = inner.cause
  return inner.message
}
