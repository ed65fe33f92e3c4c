/** When a call is sent again, and how long that waits. */

export interface RetrySettings {
  /** Times a call is sent again; 0 for never. */
  most: number
  /** Seconds: a server that asks for a longer wait is not waited for. */
  longestWait: number
}

const firstDelayMs = 250
const longestDelayMs = 8_000

/** The server could not answer now, and nothing is known to be wrong with the request. */
export const isPassing = (status: number, code: string | undefined): boolean =>
  status === 429 || (status >= 500 && status !== 501) || code === 'idempotency_key_in_use'

/** Seconds of a `Retry-After`, which is a number or a date; undefined for anything else. */
export function retryAfterOf(header: string | null, now = Date.now()): number | undefined {
  if (header === null) return undefined
  const seconds = /^\d+(?:\.\d+)?$/.test(header.trim()) ? Number(header) : (Date.parse(header) - now) / 1000
  return Number.isFinite(seconds) ? Math.max(0, seconds) : undefined
}

/** Doubles with each try, and spreads the clients that failed together. */
export const delayBefore = (attempt: number, random = Math.random()): number =>
  Math.min(longestDelayMs, firstDelayMs * 2 ** attempt) * (0.5 + random / 2)

/** Waits, or throws as soon as the signal is given. */
export function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted()
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, ms)
    const stop = () => {
      clearTimeout(timer)
      reject(
        signal?.reason instanceof Error
          ? signal.reason
          : new DOMException('The call was stopped.', 'AbortError'),
      )
    }
    signal?.addEventListener('abort', stop, { once: true })
  })
}
