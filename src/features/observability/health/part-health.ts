/**
 * The health of the parts, looked at when somebody asks and told again to everybody for some seconds, so that whoever asks
 * without a key cannot make the database work.
 */
import type { ChannelHealth, PartHealth } from '../../../contract/health.ts'
import type { channelNames } from '../../../contract/shared.ts'
import type { Queryable } from '../../../platform/tenant.ts'
import { timedRead } from '../../../platform/timed-read-sql.ts'
import type { Services } from '../../../services.ts'
import {
  channelCounts,
  pushCounts,
  renewalCounts,
  stalledWebhookCounts,
  vrboCounts,
} from './parts-queries.ts'
import {
  judgeAuth,
  judgeChannel,
  failedTurns,
  inboxLateAfterMs,
  databaseDownVerdict,
  pushWindowHours,
  stalledAfterMs,
  judgeVrbo,
  waitedMinutes,
  judgeWebhooks,
  type PartVerdict,
} from './parts-rules.ts'

type ChannelName = (typeof channelNames)[number]
type HealthDeps = Pick<Services, 'db' | 'clock' | 'pool'>

const toldForMs = 5_000
/** A database that answers later does not answer. */
export const patienceMs = 3_000
const hourMs = 3_600_000

interface CachedHealth {
  until: number
  health: Promise<unknown>
}
/** By the pool: one of each process, and of each server of a test. */
const healthCache = new WeakMap<object, Map<string, CachedHealth>>()

async function readThroughCache<T>(
  { clock, pool }: HealthDeps,
  part: string,
  look: () => Promise<T>,
): Promise<T> {
  const parts = healthCache.get(pool) ?? new Map<string, CachedHealth>()
  healthCache.set(pool, parts)
  const known = parts.get(part)
  if (known && known.until > clock.monotonicMs()) return known.health as Promise<T>
  const health = look()
  parts.set(part, { until: clock.monotonicMs() + toldForMs, health })
  return health
}

/** What was found, or what is said when the database does not answer in time. */
async function answerInTime<T>({ db }: HealthDeps, look: (tx: Queryable) => Promise<T>, lost: T): Promise<T> {
  try {
    return await timedRead(db, patienceMs, look)
  } catch {
    return lost
  }
}

const before = (now: Date, ms: number) => new Date(now.getTime() - ms)

export const readAuthHealth = (services: HealthDeps): Promise<PartHealth> =>
  readThroughCache(services, 'auth', () =>
    answerInTime(
      services,
      async (tx) => judgeAuth(await renewalCounts(tx, null, before(services.clock.now(), hourMs))),
      databaseDownVerdict,
    ),
  )

export const readWebhookHealth = (services: HealthDeps): Promise<PartHealth> =>
  readThroughCache(services, 'webhooks', () =>
    answerInTime(
      services,
      async (tx) => {
        const now = services.clock.now()
        return judgeWebhooks(await stalledWebhookCounts(tx, before(now, stalledAfterMs)), now)
      },
      databaseDownVerdict,
    ),
  )

const noVrbo: NonNullable<ChannelHealth['vrbo']> = {
  accounts_connected: 0,
  accounts_signed_out: 0,
  inbox_sync_late: 0,
  calendar_queue_backlog: 0,
  calendar_oldest_wait_minutes: 0,
  window_hours: pushWindowHours,
}

async function withVrbo(
  tx: Queryable,
  now: Date,
  oldestDue: Date | null,
  verdict: PartVerdict,
): Promise<PartVerdict & Pick<ChannelHealth, 'vrbo'>> {
  const counts = await vrboCounts(tx, before(now, inboxLateAfterMs))
  return {
    ...judgeVrbo(counts, verdict),
    vrbo: {
      accounts_connected: counts.accounts,
      accounts_signed_out: counts.signed_out,
      inbox_sync_late: counts.inbox_late,
      calendar_queue_backlog: counts.backlog,
      calendar_oldest_wait_minutes: waitedMinutes(oldestDue, now),
      window_hours: pushWindowHours,
    },
  }
}

export const readChannelHealth = (services: HealthDeps, channel: ChannelName): Promise<ChannelHealth> =>
  readThroughCache(services, channel, () => {
    const isVrbo = channel === 'vrbo'
    const none = { refresh_attempts_24h: 0, refresh_rejections_24h: 0 }
    return answerInTime(
      services,
      async (tx) => {
        const now = services.clock.now()
        const counts = await channelCounts(tx, channel, failedTurns)
        const day = await renewalCounts(tx, channel, before(now, 24 * hourMs))
        const lately = await renewalCounts(tx, channel, before(now, hourMs))
        const pushes = await pushCounts(tx, channel, before(now, pushWindowHours * hourMs))
        const verdict = judgeChannel(counts, { lately, pushes }, now)
        return {
          ...(isVrbo ? await withVrbo(tx, now, counts.oldest_due, verdict) : verdict),
          refresh_attempts_24h: day.attempts,
          refresh_rejections_24h: day.rejections,
        }
      },
      { ...databaseDownVerdict, ...none, ...(isVrbo ? { vrbo: noVrbo } : {}) },
    )
  })
