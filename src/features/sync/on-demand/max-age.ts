/** `?max_age=` limits an answer's age, and `?require_fresh=` refuses older answers. */
import { Type } from 'typebox'
import type { DataFreshness } from '../../../contract/freshness.ts'
import { ApiError } from '../../../platform/api-error.ts'
import type { Scope } from '../../../platform/tenant.ts'
import type { Services } from '../../../services.ts'
import { readWithin, type KnownAge, type ReadObstacle } from './read-within.ts'
import type { ReadSource } from './source-queries.ts'

const daySeconds = 24 * 3600
/** The vendor or its limit needs a moment. */
const retrySeconds = 5

export const maxAge = {
  max_age: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: daySeconds,
      description:
        'How old the answer may be, in seconds. What is older is read from the source now, within its limit; the request waits up to 8 seconds. `dataFreshness` of the answer says how old it is.',
      examples: [60],
    }),
  ),
  require_fresh: Type.Optional(
    Type.Boolean({
      description:
        'With `max_age`: when nothing young enough can be had, answer 503 `too_stale` instead of what is stored.',
    }),
  ),
}

export interface MaxAge {
  max_age?: number
  require_fresh?: boolean
}

const reasons: Record<ReadObstacle, string> = {
  disconnected: 'host_disconnected',
  'not readable': 'not_readable',
  failed: 'source_failed',
  'no time': 'not_read_in_time',
}

const reasonOf = ({ obstacle = 'no time', importing }: KnownAge) =>
  importing && obstacle === 'no time' ? 'importing' : reasons[obstacle]

/** The oldest source decides, since what it has not reported is missing. */
const oldestOf = (known: readonly KnownAge[]): Date | null =>
  known.some(({ readAt }) => readAt === null)
    ? null
    : new Date(Math.min(...known.map(({ readAt }) => readAt?.getTime() ?? 0)))

/**
 * Reads again until stored data is as young as requested, if possible. Returns undefined without a request. `sourcesOf`
 * is empty for records kept here, which are never old.
 */
export async function refreshIfOlder(
  { services, scope, query }: { services: Services; scope: Scope; query: MaxAge },
  sourcesOf: () => Promise<readonly ReadSource[]>,
): Promise<DataFreshness | undefined> {
  const { max_age: seconds, require_fresh: required = false } = query
  if (seconds === undefined) {
    if (!required) return undefined
    throw new ApiError('invalid_params', '`require_fresh` needs `max_age`: fresh is what is younger.', {
      field: 'require_fresh',
      value_received: required,
    })
  }
  const now = services.clock.now()
  const sources = await sourcesOf()
  if (sources.length === 0) return { lastSyncedAt: now.toISOString(), stale: false }
  const notBefore = new Date(now.getTime() - seconds * 1000)
  const known = await Promise.all(sources.map((source) => readWithin(services, scope, source, notBefore)))
  const lastSyncedAt = oldestOf(known)?.toISOString() ?? null
  const old = known.find(({ isYoung }) => !isYoung)
  if (!old) return { lastSyncedAt, stale: false }
  const reason = reasonOf(old)
  if (required) {
    throw new ApiError(
      'too_stale',
      lastSyncedAt === null
        ? 'Nobody knows how old what is stored is, and it could not be read now.'
        : `What is stored is of ${lastSyncedAt}, and it could not be read now.`,
      { last_synced_at: lastSyncedAt, max_age: seconds, reason, retry_after: retrySeconds },
    )
  }
  return { lastSyncedAt, stale: true, reason }
}
