/**
 * The burst limit per key: at most `limit` requests in any 60 seconds, exactly. Each key has a ring of its last instants, so a check takes
 * constant time.
 */
import type { Clock } from '../../platform/clock.ts'

export const windowMs = 60_000

interface Ring {
  times: Float64Array
  /** This is the index of the oldest instant. */
  start: number
  count: number
}

export interface BurstState {
  allowed: boolean
  limit: number
  remaining: number
  /** The next slot opens after this many milliseconds. */
  waitMs: number
}

export interface BurstLimiter {
  /** Counts a request of this key, or refuses it. */
  hit(key: string, limit: number): BurstState
  /** Undoes the key's last hit. */
  takeBack(key: string): void
  /** Tells whether a request would pass, without counting one. */
  peek(key: string, limit: number): BurstState
}

function forget(ring: Ring, before: number): void {
  while (ring.count > 0 && (ring.times[ring.start] ?? 0) <= before) {
    ring.start = (ring.start + 1) % ring.times.length
    ring.count -= 1
  }
}

/** When the limit changes, the newest instants are kept. */
function resized({ times, start, count }: Ring, limit: number): Ring {
  const size = Math.min(count, limit)
  const next = new Float64Array(limit)
  for (let i = 0; i < size; i += 1) next[i] = times[(start + count - size + i) % times.length] ?? 0
  return { times: next, start: 0, count: size }
}

/** At most this many keys are kept; the least recently used go first. */
const maxKeys = 20_000

/** Uses a monotonic clock: a wall clock that jumped ahead once would lock every key. */
export function createBurstLimiter(
  { monotonicMs }: Pick<Clock, 'monotonicMs'>,
  window = windowMs,
): BurstLimiter {
  const rings = new Map<string, Ring>()

  function ringOf(key: string, limit: number): Ring {
    const current = rings.get(key)
    if (current && current.times.length === limit) {
      rings.delete(key)
      rings.set(key, current)
      return current
    }
    const ring = current ? resized(current, limit) : { times: new Float64Array(limit), start: 0, count: 0 }
    rings.delete(key)
    rings.set(key, ring)
    if (rings.size > maxKeys) {
      const [oldest] = rings.keys()
      if (oldest !== undefined) rings.delete(oldest)
    }
    return ring
  }

  return {
    takeBack(key) {
      const ring = rings.get(key)
      if (ring && ring.count > 0) ring.count -= 1
    },
    peek(key, limit) {
      const nowMs = monotonicMs()
      const ring = rings.get(key)
      if (!ring || ring.times.length !== limit) return { allowed: true, limit, remaining: limit, waitMs: 0 }
      forget(ring, nowMs - window)
      const allowed = ring.count < limit
      const waitMs = allowed ? 0 : (ring.times[ring.start] ?? nowMs) + window - nowMs
      return { allowed, limit, remaining: limit - ring.count, waitMs }
    },
    hit(key, limit) {
      const nowMs = monotonicMs()
      const ring = ringOf(key, limit)
      forget(ring, nowMs - window)
      const full = ring.count >= limit
      if (!full) {
        ring.times[(ring.start + ring.count) % limit] = nowMs
        ring.count += 1
      }
      const oldest = ring.times[ring.start] ?? nowMs
      const remaining = limit - ring.count
      return {
        allowed: !full,
        limit,
        remaining,
        waitMs: remaining > 0 ? 0 : oldest + window - nowMs,
      }
    },
  }
}
