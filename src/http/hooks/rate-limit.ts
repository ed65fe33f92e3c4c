/**
 * The per-key burst limit: at most `limit` requests in any 60 seconds, counted exactly. Each key keeps the instants of its
 * last `limit` requests in a ring, so a check is constant time and nothing leaves the process.
 */
export const windowMs = 60_000

interface Ring {
  times: Float64Array
  /** Index of the oldest instant. */
  start: number
  count: number
}

export interface BurstState {
  allowed: boolean
  limit: number
  remaining: number
  /** Epoch milliseconds at which the next slot opens. */
  opensAt: number
}

export interface BurstLimiter {
  /** Counts a request of this key, or refuses it. `enforce` false only counts. */
  hit(key: string, limit: number, nowMs: number, enforce: boolean): BurstState
  /** Whether another request would be allowed, without counting one. */
  peek(key: string, limit: number, nowMs: number): BurstState
}

function forget(ring: Ring, before: number): void {
  while (ring.count > 0 && (ring.times[ring.start] ?? 0) <= before) {
    ring.start = (ring.start + 1) % ring.times.length
    ring.count -= 1
  }
}

/** At most this many keys are remembered; the longest unused go first. */
const maxKeys = 20_000

export function createBurstLimiter(): BurstLimiter {
  const rings = new Map<string, Ring>()

  function ringOf(key: string, limit: number): Ring {
    const known = rings.get(key)
    if (known && known.times.length === limit) {
      rings.delete(key)
      rings.set(key, known)
      return known
    }
    const ring = { times: new Float64Array(limit), start: 0, count: 0 }
    rings.set(key, ring)
    if (rings.size > maxKeys) {
      const [oldest] = rings.keys()
      if (oldest !== undefined) rings.delete(oldest)
    }
    return ring
  }

  return {
    peek(key, limit, nowMs) {
      const ring = rings.get(key)
      if (!ring || ring.times.length !== limit)
        return { allowed: true, limit, remaining: limit, opensAt: nowMs }
      forget(ring, nowMs - windowMs)
      const allowed = ring.count < limit
      const opensAt = allowed ? nowMs : (ring.times[ring.start] ?? nowMs) + windowMs
      return { allowed, limit, remaining: limit - ring.count, opensAt }
    },
    hit(key, limit, nowMs, enforce) {
      const ring = ringOf(key, limit)
      forget(ring, nowMs - windowMs)
      const full = ring.count >= limit
      if (!full) {
        ring.times[(ring.start + ring.count) % limit] = nowMs
        ring.count += 1
      }
      const oldest = ring.times[ring.start] ?? nowMs
      const remaining = limit - ring.count
      return {
        allowed: !full || !enforce,
        limit,
        remaining,
        opensAt: remaining > 0 ? nowMs : oldest + windowMs,
      }
    },
  }
}
