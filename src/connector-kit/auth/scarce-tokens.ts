/**
 * Tokens of vendors that give out only a few: every one asked for is noted beside the stored token, before it is asked
 * for, so that no number of processes, restarts or lost answers uses up more than there are.
 */
import { VendorError } from '../vendor-error.ts'
import { pageWords } from '../web-page.ts'
import type { AuthContext } from './auth.ts'

export interface GrantLimit {
  atMost: number
  perSeconds: number
}

// The vendor has said no, so it has given none.
const refusals = new Set(['credentials', 'rate_limited', 'rejected', 'not_found'])

/** A proxy's page: the vendor was never asked, so no token was used up. */
const isProxyPage = ({ vendorMessage }: VendorError) => vendorMessage === pageWords

/** When tokens were asked for, in milliseconds since 1970, as the stored text tells. */
export function grantsIn(text: string | null): number[] {
  try {
    const { grants } = (JSON.parse(text ?? '{}') ?? {}) as { grants?: unknown }
    return Array.isArray(grants) ? grants.filter((time) => typeof time === 'number') : []
  } catch {
    return []
  }
}

export async function mintWithin<T>(
  limit: GrantLimit,
  earlier: number[],
  context: AuthContext,
  mint: () => Promise<T>,
): Promise<{ token: T; grants: number[] }> {
  const nowMs = context.now().getTime()
  const windowMs = limit.perSeconds * 1000
  const recent = earlier.filter((time) => time > nowMs - windowMs).sort((a, b) => a - b)
  const oldest = recent[recent.length - limit.atMost]
  if (oldest !== undefined) {
    throw new VendorError('rate_limited', 'the vendor gives out no more access tokens for now', {
      retryAfterMs: oldest + windowMs - nowMs,
    })
  }
  const grants = [...recent, nowMs]
  await context.session.save(JSON.stringify({ grants }))
  try {
    return { token: await mint(), grants }
  } catch (error) {
    const isRefused = error instanceof VendorError && (refusals.has(error.kind) || isProxyPage(error))
    if (isRefused) await context.session.save(JSON.stringify({ grants: recent }))
    throw error
  }
}
