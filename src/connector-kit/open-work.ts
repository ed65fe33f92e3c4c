/** Decides whether work that makes calls is still worthwhile, and stops it midway. */
import type { VendorWork } from './http.ts'
import { VendorError } from './vendor-error.ts'

/** `hasSent` turns true once the work sent something that may have changed the vendor's data. */
export type OpenWork = VendorWork & { signal: AbortSignal; hasSent: boolean }

/** A caller not served in time usually is after these milliseconds, unless the vendor stays slow. */
const comeBackAfterMs = 5_000

/** Throws when no caller waits for the call, or not long enough. */
export function assertWorthwhile({ patience }: OpenWork, isRead: boolean): void {
  const why = patience?.whyNot({ isRead })
  if (why === undefined) return
  throw new VendorError('rate_limited', why, { isQueued: true, retryAfterMs: comeBackAfterMs })
}

/** When work is stopped midway, its outcome is unknown. */
export const asOutcome = (error: VendorError, { patience, hasSent }: OpenWork): VendorError =>
  patience && hasSent ? new VendorError('timeout', error.message, { cause: error }) : error

/** Stops waiting when this caller hung up, though others may still wait. */
export async function unlessHungUp<T>(work: OpenWork, wait: () => Promise<T>): Promise<T> {
  const { signal, patience } = work
  const hungUp = Promise.withResolvers<never>()
  const closed = () => {
    if (patience?.over.aborted !== true) return new VendorError('unavailable', 'the client was closed')
    const about = { isQueued: true, retryAfterMs: comeBackAfterMs } as const
    return asOutcome(new VendorError('rate_limited', 'access was not renewed in time', about), work)
  }
  if (signal.aborted) throw closed()
  const end = () => hungUp.reject(closed())
  signal.addEventListener('abort', end, { once: true })
  try {
    return await Promise.race([hungUp.promise, wait()])
  } finally {
    signal.removeEventListener('abort', end)
  }
}
