/** Describes a request's limits for the request log. Pure. */
import { ApiError } from '../../platform/api-error.ts'
import type { LimitState } from '../../platform/trace.ts'
import type { Quota } from '../metering.ts'
import { windowMs, type BurstState } from './rate-limit.ts'

/** Names the window that refused the request, as the refusal does. */
function hitOf(burst: BurstState, refused: unknown): string | null {
  if (!burst.allowed) return 'burst'
  if (!(refused instanceof ApiError)) return null
  const { scope } = refused.extra
  return typeof scope === 'string' ? scope : null
}

export function limitState(burst: BurstState, quotas: readonly Quota[], refused: unknown): LimitState {
  const { limit, remaining } = burst
  return {
    windows: [
      { name: 'burst', limit, used: limit - remaining, windowSeconds: windowMs / 1000 },
      ...quotas.map((quota) => ({
        name: quota.name,
        limit: quota.limit,
        used: quota.limit - quota.remaining,
        windowSeconds: quota.windowSeconds,
      })),
    ],
    firstHit: hitOf(burst, refused),
  }
}
