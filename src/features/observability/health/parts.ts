/**
 * The health of the parts, looked at when somebody asks and told again to everybody for some seconds, so that whoever asks
 * without a key cannot make the database work.
 */
import type { ChannelHealth, PartHealth } from '../../../contract/health.ts'
import type { channelNames } from '../../../contract/shared.ts'
import type { Queryable } from '../../../platform/tenant.ts'
import { timedLook } from '../../../platform/timed-look-sql.ts'
import type { Services } from '../../../services.ts'
import { channelCounts, pushesSince, renewalsSince, stalledWebhooks, vrboCounts } from './parts-queries.ts'
import {
  authVerdict,
  channelVerdict,
  failedTurns,
  inboxLateAfterMs,
  outOfReach,
  pushWindowHours,
  stalledAfterMs,
  vrboVerdict,
  waitedMinutes,
  webhookVerdict,
  type Verdict,
} from './parts-rules.ts'

type Channel = (typeof channelNames)[number]
type Needed = Pick<Services, 'db' | 'clock' | 'pool'>

const toldForMs = 5_000
/** A database that answers later does not answer. */
export const patienceMs = 3_000
const hourMs = 3_600_000

interface Told {
  until: number
  health: Promise<unknown>
}
/** By the pool: one of each process, and of each server of a test. */
const told = new WeakMap<object, Map<string, Told>>()

async function remembered<T>({ clock, pool }: Needed, part: string, look: () => Promise<T>): Promise<T> {
  const parts = told.get(pool) ?? new Map<string, Told>()
  told.set(pool, parts)
  const known = parts.get(part)
  if (known && known.until > clock.monotonicMs()) return known.health as Promise<T>
  const health = look()
  parts.set(part, { until: clock.monotonicMs() + toldForMs, health })
  return health
}

/** What was found, or what is said when the database does not answer in time. */
async function unlessLost<T>({ db }: Needed, look: (tx: Queryable) => Promise<T>, lost: T): Promise<T> {
  try {
    return await timedLook(db, patienceMs, look)
  } catch {
    return lost
  }
}

const before = (now: Date, ms: number) => new Date(now.getTime() - ms)

export const authHealth = (services: Needed): Promise<PartHealth> =>
  remembered(services, 'auth', () =>
    unlessLost(
      services,
      async (tx) => authVerdict(await renewalsSince(tx, null, before(services.clock.now(), hourMs))),
      outOfReach,
    ),
  )

export const webhookHealth = (services: Needed): Promise<PartHealth> =>
  remembered(services, 'webhooks', () =>
    unlessLost(
      services,
      async (tx) => {
        const now = services.clock.now()
        return webhookVerdict(await stalledWebhooks(tx, before(now, stalledAfterMs)), now)
      },
      outOfReach,
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
  verdict: Verdict,
): Promise<Verdict & Pick<ChannelHealth, 'vrbo'>> {
  const counts = await vrboCounts(tx, before(now, inboxLateAfterMs))
  return {
    ...vrboVerdict(counts, verdict),
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

export const channelHealth = (services: Needed, channel: Channel): Promise<ChannelHealth> =>
  remembered(services, channel, () => {
    const isVrbo = channel === 'vrbo'
    const none = { refresh_attempts_24h: 0, refresh_rejections_24h: 0 }
    return unlessLost(
      services,
      async (tx) => {
        const now = services.clock.now()
        const counts = await channelCounts(tx, channel, failedTurns)
        const day = await renewalsSince(tx, channel, before(now, 24 * hourMs))
        const lately = await renewalsSince(tx, channel, before(now, hourMs))
        const pushes = await pushesSince(tx, channel, before(now, pushWindowHours * hourMs))
        const verdict = channelVerdict(counts, { lately, pushes }, now)
        return {
          ...(isVrbo ? await withVrbo(tx, now, counts.oldest_due, verdict) : verdict),
          refresh_attempts_24h: day.attempts,
          refresh_rejections_24h: day.rejections,
        }
      },
      { ...outOfReach, ...none, ...(isVrbo ? { vrbo: noVrbo } : {}) },
    )
  })
