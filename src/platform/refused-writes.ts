/** Logs one line a minute while the database refuses writes (read-only or disk full), since every request and worker meets the same error. */
const toldEveryMs = 60_000

/** The log writes these fields instead of the error. */
interface RefusedWritesLine {
  /** The reason is PostgreSQL's own text. */
  reason: string
  /** This many writes were refused since the last line, including this one. */
  refusedWrites: number
}

export interface RefusedWrites {
  /** Counts a refused write; null means that the next line will report it. */
  count(error: unknown): RefusedWritesLine | null
}

/** `now` gives milliseconds of a monotonic clock. */
export function createRefusedWriteCounter(now: () => number = () => performance.now()): RefusedWrites {
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

/** The innermost error holds the reason; the outer ones say who met it. */
function reasonOf(error: unknown): string {
  let inner = error as Error
  while (inner.cause instanceof Error) inner = inner.cause
  return inner.message
}
