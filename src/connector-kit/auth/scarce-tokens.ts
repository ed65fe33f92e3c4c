/**
 * Some vendors grant only a few tokens. Each request is recorded before it is sent, so that restarts or lost
 * answers cannot exceed the limit.
 */
import { VendorError } from '../vendor-error.ts'
import { pageWords } from '../web-page.ts'
import type { AuthContext } from './auth.ts'

export interface GrantLimit {
  atMost: number
  perSeconds: number
}

// The vendor issued no token if it answers with one of these errors.
const refusals = new Set(['credentials', 'rate_limited', 'rejected', 'not_found'])

/** A proxy answered, so the vendor issued no token. */
const isProxyPage = ({ vendorMessage }: VendorError) => vendorMessage === pageWords

/** Reads from the stored text when tokens were requested, in milliseconds since 1970. */
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
