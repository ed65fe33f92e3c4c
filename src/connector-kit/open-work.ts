/** A piece of work that makes calls: whether it still makes sense to, and what it means to stop in the middle. */
import type { VendorWork } from './http.ts'
import { VendorError } from './vendor-error.ts'

/** `hasSent`: it has sent something that may have changed something. */
export type OpenWork = VendorWork & { signal: AbortSignal; hasSent: boolean }

/** Seconds: somebody who was not served in time is by then, unless the vendor stays slow. */
const comeBackAfterMs = 5_000

/** Throws where nobody waits for the call any more, or not for long enough. */
export function assertWorthwhile({ patience }: OpenWork, isRead: boolean): void {
  const why = patience?.whyNot({ isRead })
  if (why === undefined) return
  throw new VendorError('rate_limited', why, { isQueued: true, retryAfterMs: comeBackAfterMs })
}

/** Held back in the middle of something that was begun, it is not known how far that got. */
export const asOutcome = (error: VendorError, { patience, hasSent }: OpenWork): VendorError =>
  patience && hasSent ? new VendorError('timeout', error.message, { cause: error }) : error

/** Whoever hung up waits for nothing any more, though others may still. */
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
