import { windowMs, type BurstState } from './rate-limit.ts'

export const rateLimitHeaders = [
  'x-ratelimit-limit',
  'x-ratelimit-remaining',
  'x-ratelimit-reset',
  'x-ratelimit-policy',
  'x-ratelimit-limit-daily',
  'x-ratelimit-remaining-daily',
  'x-ratelimit-reset-daily',
] as const

/** Seconds to wait for the next slot. */
export const retryAfterOf = ({ waitMs }: BurstState): number => Math.max(1, Math.ceil(waitMs / 1000))

/** Headers a browser may read. */
export const exposedHeaders = ['x-request-id', ...rateLimitHeaders, 'retry-after', 'idempotency-status']

export function nextUtcMidnight(now: Date): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1))
}

export function burstHeaders(state: BurstState, now: Date): Record<string, string> {
  return {
    'x-ratelimit-limit': String(state.limit),
    'x-ratelimit-remaining': String(state.remaining),
    'x-ratelimit-reset': String(Math.ceil((now.getTime() + state.waitMs) / 1000)),
    'x-ratelimit-policy': `${state.limit};w=${windowMs / 1000}`,
    'x-ratelimit-reset-daily': nextUtcMidnight(now).toISOString(),
  }
}
