/**
 * The windows of all processes in one Redis: the same exact sliding window as `rate-limit.ts` keeps, by the clock of Redis. What
 * Redis does not answer in time the process answers by itself, and asks again behind everybody's back.
 */
import type { Clock } from '../../platform/clock.ts'
import type { Log } from '../../platform/log.ts'
import { createRedis } from '../../platform/redis.ts'
import { windowMs, type BurstLimiter, type BurstState } from './rate-limit.ts'

export interface SharedWindows {
  /** As the limiter of one process does, for all of them. */
  hit(key: string, limit: number): Promise<BurstState> | BurstState
  close(): void
}

/** The longest that a request waits for Redis. */
const patienceMs = 50
/** The same for the database, once: the request came past it already. */
const nameWithinMs = 1_000
/** After an answer that did not come: how long nobody asks. */
const restMs = 1_000

/**
 * A list of the instants of what was let in, the oldest first, in milliseconds. Instants in the future are those of a clock that was set
 * back, and would lock the key until then. A limit that was made smaller waits until all but as many as it allows are over.
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

/** Null once the time is over; an answer that lies in the socket then is still taken, for the process itself may have been busy. */
function within<T>(answer: Promise<T>, ms: number): Promise<T | null> {
  const { promise, resolve } = Promise.withResolvers<T | null>()
  const timer = setTimeout(() => setImmediate(() => resolve(null)), ms)
  void answer.then(resolve, () => resolve(null)).finally(() => clearTimeout(timer))
  return promise
}

export interface SharedOptions {
  url: string
  /** What tells the keys of this installation from those of others in the same Redis. */
  installation(): Promise<string>
  clock: Pick<Clock, 'monotonicMs'>
  log: Pick<Log, 'info' | 'warn'>
  /** Of tests. */
  windowMs?: number
}

/** Answers once it is known whether Redis is there; it may come later. */
export async function createSharedWindows(
  local: BurstLimiter,
  options: SharedOptions,
): Promise<SharedWindows> {
  const { url, installation, clock, log, windowMs: window = windowMs } = options
  const redis = await createRedis<Commands>(url, { letIn: { lua: script, numberOfKeys: 1 } })
  /** Until it is connected each process counts by itself, without a word. */
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

  /** Nobody waits for it. */
  function probe(): void {
    if (isProbing || clock.monotonicMs() < restsUntil) return
    isProbing = true
    void within(redis.ping(), patienceMs).then((answer) => {
      isProbing = false
      if (answer === null) lost()
      else found()
    })
  }

  /** Null until the database said it, once. */
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
    // What was refused does not count here either.
    if (allowed === 0) local.takeBack(key)
    return { allowed: allowed === 1, limit, remaining, waitMs }
  }

  // Each failure is told once, above; without a listener it would end the process.
  redis.on('error', () => {})
  redis.on('close', lost)
  redis.on('ready', found)
  await redis.connect().catch(lost)
  return {
    hit(key, limit) {
      // Also while all count together, so that a process that is left alone knows what it let in.
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
