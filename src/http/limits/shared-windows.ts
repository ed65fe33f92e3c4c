/**
 * Burst windows of all processes in one Redis: the sliding window of `rate-limit.ts`, by the clock of Redis. When Redis is late, the
 * process decides alone and probes Redis in the background.
 */
import type { Clock } from '../../platform/clock.ts'
import type { Log } from '../../platform/log.ts'
import { createRedis } from '../../platform/redis.ts'
import { windowMs, type BurstLimiter, type BurstState } from './rate-limit.ts'

export interface SharedWindows {
  /** Counts a hit as the local limiter does, for all processes. */
  hit(key: string, limit: number): Promise<BurstState> | BurstState
  close(): void
}

/** A request waits at most this long for Redis. */
const patienceMs = 50
/** Reading the installation's name from the database, once, must take no longer. */
const nameWithinMs = 1_000
/** After a timeout Redis is left alone this long. */
const restMs = 1_000

/**
 * The script keeps a list of admitted instants in milliseconds, oldest first. Instants in the future come
 * from a clock set back and are dropped, as they would lock the key. A smaller limit waits until only that
 * many are left.
 */
const script = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local limit, window = tonumber(ARGV[1]), tonumber(ARGV[2])
local newest = redis.call('LINDEX', KEYS[1], -1)
while newest and tonumber(newest) > now + 1000 do
  redis.call('RPOP', KEYS[1])
  newest = redis.call('LINDEX', KEYS[1], -1)
end
local oldest = redis.call('LINDEX', KEYS[1], 0)
while oldest and tonumber(oldest) <= now - window do
  redis.call('LPOP', KEYS[1])
  oldest = redis.call('LINDEX', KEYS[1], 0)
end
local count = redis.call('LLEN', KEYS[1])
local allowed = 0
if count < limit then
  redis.call('RPUSH', KEYS[1], string.format('%.0f', now))
  redis.call('PEXPIRE', KEYS[1], window)
  count = count + 1
  allowed = 1
end
local wait = 0
if count >= limit then wait = tonumber(redis.call('LINDEX', KEYS[1], count - limit)) + window - now end
return { allowed, math.max(0, limit - count), math.max(0, wait) }`

interface Commands {
  letIn(key: string, limit: number, window: number): Promise<[number, number, number]>
}

/**
 * Returns null when the time is over. An answer already in the socket still counts, since the process itself
 * may have been busy.
 */
function within<T>(answer: Promise<T>, ms: number): Promise<T | null> {
  const { promise, resolve } = Promise.withResolvers<T | null>()
  const timer = setTimeout(() => setImmediate(() => resolve(null)), ms)
  void answer.then(resolve, () => resolve(null)).finally(() => clearTimeout(timer))
  return promise
}

export interface SharedOptions {
  url: string
  /** Tells this installation's keys from others in the same Redis. */
  installation(): Promise<string>
  clock: Pick<Clock, 'monotonicMs'>
  log: Pick<Log, 'info' | 'warn'>
  /** Only tests set it. */
  windowMs?: number
}

/** Resolves once it is known whether Redis answers; it may also come later. */
export async function createSharedWindows(
  local: BurstLimiter,
  options: SharedOptions,
): Promise<SharedWindows> {
  const { url, installation, clock, log, windowMs: window = windowMs } = options
  const redis = await createRedis<Commands>(url, { letIn: { lua: script, numberOfKeys: 1 } })
  /** Until Redis connects, each process counts alone without logging it. */
  let isAway = true
  let isTold = false
  let isProbing = false
  let restsUntil = 0
  let isClosed = false

  function lost(): void {
    restsUntil = clock.monotonicMs() + restMs
    isAway = true
    if (isTold || isClosed) return
    isTold = true
    log.warn('Redis does not answer: each process counts bursts by itself until it is back')
  }

  function found(): void {
    isAway = false
    if (!isTold || isClosed) return
    isTold = false
    log.info('Redis is back: bursts are counted for all processes together')
  }

  /** Runs in the background; nobody waits for it. */
  function probe(): void {
    if (isProbing || clock.monotonicMs() < restsUntil) return
    isProbing = true
    void within(redis.ping(), patienceMs).then((answer) => {
      isProbing = false
      if (answer === null) lost()
      else found()
    })
  }

  /** Null until the database has answered once. */
  let name: string | null = null

  async function shared(key: string, limit: number, own: BurstState): Promise<BurstState> {
    name ??= await within(installation(), nameWithinMs)
    if (name === null) return own
    const answer = await within(redis.letIn(`lodgewire:${name}:burst:${key}`, limit, window), patienceMs)
    if (answer === null) {
      lost()
      return own
    }
    const [allowed, remaining, waitMs] = answer
    // A hit refused by Redis must not count here either.
    if (allowed === 0) local.takeBack(key)
    return { allowed: allowed === 1, limit, remaining, waitMs }
  }

  // Failures are logged above; without a listener they would end the process.
  redis.on('error', () => {})
  redis.on('close', lost)
  redis.on('ready', found)
  await redis.connect().catch(lost)
  return {
    hit(key, limit) {
      // The hit counts locally too, so that a process cut off from Redis knows what it admitted.
      const own = local.hit(key, limit)
      if (!own.allowed) return own
      if (!isAway) return shared(key, limit, own)
      probe()
      return own
    },
    close() {
      isClosed = true
      redis.disconnect()
    },
  }
}
