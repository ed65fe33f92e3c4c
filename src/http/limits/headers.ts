/** Writes rate-limit headers: the older `X-RateLimit-*` and the fields of the IETF draft. */
import type { Quota } from '../metering.ts'
import { windowMs, type BurstState } from './rate-limit.ts'

const rateLimitHeaders = [
  'x-ratelimit-limit',
  'x-ratelimit-remaining',
  'x-ratelimit-reset',
  'x-ratelimit-policy',
  'x-ratelimit-limit-daily',
  'x-ratelimit-remaining-daily',
  'x-ratelimit-reset-daily',
  'ratelimit',
  'ratelimit-policy',
] as const

/** Returns the seconds until the next slot, at least one. */
export const retryAfterOf = ({ waitMs }: BurstState): number => Math.max(1, Math.ceil(waitMs / 1000))

/** Scripts of other sites may read these headers. */
export const exposedHeaders = [
  'x-request-id',
  ...rateLimitHeaders,
  'retry-after',
  'idempotency-status',
  'x-schema',
  'etag',
  'event-epoch',
  'www-authenticate',
]

/** Every answer has these, so that pages of any site may read it. */
export const readableByPages = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': exposedHeaders.join(', '),
}

export function nextUtcMidnight(now: Date): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1))
}

const windowSeconds = windowMs / 1000
const dayMs = 24 * 3_600_000

/** The next midnight changes once a day, so its text is cached. */
let midnight = { at: new Date(0), text: '' }
function nextMidnightText(now: Date): string {
  const left = midnight.at.getTime() - now.getTime()
  if (left <= 0 || left > dayMs) {
    const at = nextUtcMidnight(now)
    midnight = { at, text: at.toISOString() }
  }
  return midnight.text
}

/**
 * Writes one item per policy (draft-ietf-httpapi-ratelimit-headers-10): `"burst";r=599;t=60`. `t` is when the
 * full quota is back; for a spent burst, when its next slot opens.
 */
function draftFields(burst: BurstState, quotas: readonly Quota[]): Record<string, string> {
  const t = burst.remaining > 0 ? windowSeconds : retryAfterOf(burst)
  let limits = `"burst";r=${burst.remaining};t=${t}`
  let policies = `"burst";q=${burst.limit};w=${windowSeconds}`
  for (const quota of quotas) {
    limits += `, "${quota.name}";r=${quota.remaining};t=${quota.resetSeconds}`
    policies += `, "${quota.name}";q=${quota.limit};w=${quota.windowSeconds}`
  }
  return { ratelimit: limits, 'ratelimit-policy': policies }
}

export function limitHeaders(
  burst: BurstState,
  now: Date,
  quotas: readonly Quota[] = [],
): Record<string, string> {
  const headers: Record<string, string> = {
    'x-ratelimit-limit': String(burst.limit),
    'x-ratelimit-remaining': String(burst.remaining),
    'x-ratelimit-reset': String(Math.ceil((now.getTime() + burst.waitMs) / 1000)),
    'x-ratelimit-policy': `${burst.limit};w=${windowSeconds}`,
    'x-ratelimit-reset-daily': nextMidnightText(now),
    ...draftFields(burst, quotas),
  }
  const daily = quotas.find(({ name }) => name === 'daily')
  if (daily) {
    headers['x-ratelimit-limit-daily'] = String(daily.limit)
    headers['x-ratelimit-remaining-daily'] = String(daily.remaining)
  }
  return headers
}
