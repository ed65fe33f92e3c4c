/**
 * Orders calls that wait for an account's limit: started requests finish first, then homes alternate, first
 * come first served within a home. So no caller waits for all callers of another home.
 */
import type { RequestPatience } from '../platform/request-patience.ts'
import type { RateLimit } from '../connector-kit/manifest.ts'
import {
  heldBack,
  isHeldBack,
  windowMarginMs,
  type Budget,
  type CallLane,
} from '../connector-kit/ratelimit.ts'
import type { VendorError } from '../connector-kit/vendor-error.ts'

interface WaitingCall {
  patience: RequestPatience
  longestMs(): number
  resolve(): void
  reject(error: unknown): void
}

interface HomeAccount {
  identity: string
  limits: RateLimit[]
  lane: CallLane
}

/** A booking takes about this many calls. Only as many requests start as a window can finish. */
const callsOfRequest = 4
/** With shorter windows the next is so near that started requests finish anyway. */
const longWindowSeconds = 2
/** A request without a call for this long, perhaps waiting for its vendor, delays nobody. */
const activeMs = 2_000
const lookEveryMs = 250

export function serializeByHome(budget: Budget, sleep: (ms: number) => Promise<void>): Budget {
  const queues = new Map<string, HomeQueue>()
  return {
    block: budget.block,
    async take(identity, limits, lane, options = {}) {
      const { patience, calls = 1, longestWaitMs = Infinity } = options
      if (!patience) return budget.take(identity, limits, lane, options)
      if (limits.length === 0) return
      const name = `${identity} ${lane}`
      const queue = queues.get(name) ?? new HomeQueue({ identity, limits, lane }, budget, sleep)
      queues.set(name, queue)
      for (let left = calls; left > 0; left -= 1) await queue.wait(patience, longestWaitMs)
      if (queue.isIdle) queues.delete(name)
    },
  }
}

class HomeQueue {
  readonly #waiting = new Set<WaitingCall>()
  /** Unanswered requests are ordered by the time of their latest call. */
  readonly #begun = new Map<RequestPatience, number>()
  /** While calls wait, this says when each home was last served. */
  readonly #servedAt = new Map<string, number>()
  readonly #account: HomeAccount
  readonly #budget: Budget
  readonly #sleep: (ms: number) => Promise<void>
  readonly #mostBegun: number
  #isRunning = false

  constructor(account: HomeAccount, budget: Budget, sleep: (ms: number) => Promise<void>) {
    this.#account = account
    this.#budget = budget
    this.#sleep = sleep
    const long = account.limits.filter(({ windowSeconds }) => windowSeconds > longWindowSeconds)
    const fewest = Math.min(...long.map(({ calls }) => calls))
    this.#mostBegun = Math.max(1, Math.floor(fewest / callsOfRequest))
  }

  get isIdle(): boolean {
    return this.#waiting.size === 0 && this.#begun.size === 0
  }

  async wait(patience: RequestPatience, longestWaitMs: number): Promise<void> {
    const began = performance.now()
    const place = Promise.withResolvers<void>()
    const waiting: WaitingCall = {
      patience,
      longestMs: () => Math.min(patience.roomMs(), longestWaitMs - (performance.now() - began)),
      resolve: place.resolve,
      reject: place.reject,
    }
    const leave = () => place.reject(this.#tooMany())
    const isLate = setTimeout(leave, Math.max(0, waiting.longestMs()))
    patience.unwanted.addEventListener('abort', leave, { once: true })
    this.#waiting.add(waiting)
    void this.#run()
    try {
      await place.promise
    } finally {
      this.#waiting.delete(waiting)
      clearTimeout(isLate)
      patience.unwanted.removeEventListener('abort', leave)
    }
  }

  async #run(): Promise<void> {
    if (this.#isRunning) return
    this.#isRunning = true
    const { identity, limits, lane } = this.#account
    for (let next = this.#next(); next !== undefined; next = this.#next()) {
      try {
        await this.#budget.take(identity, limits, lane, { longestWaitMs: 0 })
        this.#note(next)
        next.resolve()
      } catch (error) {
        if (isHeldBack(error)) await this.#standBack(error)
        else {
          this.#waiting.delete(next)
          next.reject(error)
        }
      }
    }
    this.#isRunning = false
    if (this.#waiting.size === 0) this.#servedAt.clear()
    else setTimeout(() => void this.#run(), lookEveryMs)
  }

  #note(served: WaitingCall): void {
    const { patience } = served
    const now = performance.now()
    this.#servedAt.set(patience.turn, now)
    this.#waiting.delete(served)
    const isNew = !this.#begun.has(patience)
    this.#begun.set(patience, now)
    if (!isNew) return
    patience.onEnded(() => {
      this.#begun.delete(patience)
      void this.#run()
    })
  }

  /** Waits for the limit with those whose patience allows it; others fail at once. */
  async #standBack(error: VendorError): Promise<void> {
    const { retryAfterMs: waitMs = 0, isQueued } = error
    for (const one of this.#waiting) {
      if (one.longestMs() >= waitMs) continue
      this.#waiting.delete(one)
      one.reject(isQueued ? this.#tooMany() : error)
    }
    if (this.#waiting.size > 0) await this.#sleep(waitMs)
  }

  #next(): WaitingCall | undefined {
    const now = performance.now()
    const active = [...this.#begun.values()].filter((at) => now - at < activeMs).length
    const isFull = active >= this.#mostBegun
    const begun = (one: WaitingCall) => Number(this.#begun.has(one.patience))
    const servedAt = (one: WaitingCall) => this.#servedAt.get(one.patience.turn) ?? 0
    const [next] = [...this.#waiting]
      .filter((one) => !isFull || begun(one) > 0)
      .toSorted(
        (a, b) => begun(b) - begun(a) || servedAt(a) - servedAt(b) || a.patience.since - b.patience.since,
      )
    return next
  }

  /** The error names a wait as long as the queue takes, at least until the tightest limit has room. */
  #tooMany(): Error {
    const { identity, limits } = this.#account
    const calls = (this.#waiting.size + 1) * callsOfRequest
    const waits = limits.map(
      (limit) => Math.ceil(calls / limit.calls) * (limit.windowSeconds * 1000 + windowMarginMs),
    )
    return heldBack(identity, Math.min(60_000, Math.max(...waits)), { isQueued: true })
  }
}
