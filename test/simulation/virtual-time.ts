/** Replaces the clocks and timers of the process by those of a scheduler. What node does inside keeps the real ones. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { syncBuiltinESMExports } from 'node:module'
import timers from 'node:timers'
import timersPromises from 'node:timers/promises'
import { currentOwner, type PlannedStep, type Scheduler } from './scheduler.ts'

type Work = (...args: unknown[]) => void

/** Timers of these lengths are looks for something to do, and leases; a machine that dozes is late for them. */
const [shortestLateMs, longestLateMs] = [200, 60_000]
/** At least so late, and so many times as long, up to an hour. */
const [leastDozeMs, dozeFactor] = [20 * 60_000, 60]
/** Timers of a machine that wakes fire within this time. */
const wakingMs = 1_000

class VirtualTimer {
  readonly #scheduler: Scheduler
  readonly #work: () => void
  readonly #everyMs: number
  readonly #repeats: boolean
  readonly #owner = currentOwner()
  #step: PlannedStep | undefined
  #dueMs = 0

  constructor(scheduler: Scheduler, work: () => void, ms: unknown, repeats: boolean) {
    this.#scheduler = scheduler
    const inContext = AsyncLocalStorage.snapshot()
    this.#work = () => inContext(work)
    const asked = Number(ms)
    // Node takes what is no time, and what is too long for it, as one millisecond.
    this.#everyMs = asked >= 1 && asked <= 2 ** 31 - 1 ? Math.trunc(asked) : 1
    this.#repeats = repeats
    this.#plan()
  }

  #plan(): void {
    const { isDozing, nowMs, lateTimers } = this.#scheduler
    const isLate = isDozing && this.#everyMs >= shortestLateMs && this.#everyMs <= longestLateMs
    this.#dueMs = nowMs + this.#everyMs
    if (isLate) lateTimers.add(this)
    this.#planAfter(isLate ? Math.max(leastDozeMs, this.#everyMs * dozeFactor) : this.#everyMs)
  }

  wake(): void {
    if (this.#step) this.#step.isCancelled = true
    this.#scheduler.lateTimers.delete(this)
    const { nowMs, random } = this.#scheduler
    this.#planAfter(Math.max(this.#dueMs - nowMs, random.next() * wakingMs))
  }

  #planAfter(ms: number): void {
    const kind = this.#repeats ? 'interval' : 'timer'
    this.#step = this.#scheduler.plan(
      ms,
      `${kind} ${this.#everyMs}`,
      () => {
        this.#step = undefined
        this.#scheduler.lateTimers.delete(this)
        if (this.#repeats) this.#plan()
        this.#work()
      },
      this.#owner,
    )
  }

  close(): this {
    if (this.#step) this.#step.isCancelled = true
    this.#step = undefined
    this.#scheduler.lateTimers.delete(this)
    return this
  }
  refresh(): this {
    this.close()
    this.#plan()
    return this
  }
  ref = () => this
  unref = () => this
  hasRef = () => true;
  [Symbol.dispose] = () => void this.close()
}

const clear = (timer: unknown) => void (timer instanceof VirtualTimer && timer.close())

/** Resolves after that many virtual milliseconds, or rejects as node does when the signal aborts. */
function pauseOf(scheduler: Scheduler) {
  return <T>(ms?: number, value?: T, options: { signal?: AbortSignal } = {}): Promise<T> =>
    new Promise((resolve, reject) => {
      const { signal } = options
      const refuse = () => {
        timer.close()
        reject(
          Object.assign(new DOMException('The operation was aborted', 'AbortError'), {
            cause: signal?.reason,
          }),
        )
      }
      const timer = new VirtualTimer(
        scheduler,
        () => {
          signal?.removeEventListener('abort', refuse)
          resolve(value as T)
        },
        ms,
        false,
      )
      if (signal?.aborted) return refuse()
      signal?.addEventListener('abort', refuse, { once: true })
    })
}

function virtualDate(scheduler: Scheduler): DateConstructor {
  const RealDate = Date
  const nowMs = () => Math.floor(scheduler.nowMs + (currentOwner().clock?.aheadMs ?? 0))
  function VirtualDate(...args: unknown[]): unknown {
    if (!new.target) return new RealDate(nowMs()).toString()
    return Reflect.construct(RealDate, args.length === 0 ? [nowMs()] : args, new.target)
  }
  // With the prototype of the real one, dates that node makes are instances of it too.
  VirtualDate.prototype = RealDate.prototype
  return Object.assign(VirtualDate, {
    now: nowMs,
    parse: RealDate.parse,
    UTC: RealDate.UTC,
  }) as unknown as DateConstructor
}

/** Every part of the process that is loaded from now on lives in the scheduler's time. */
export function installVirtualTime(scheduler: Scheduler): void {
  const once = (work: Work, ms?: unknown, ...args: unknown[]) =>
    new VirtualTimer(scheduler, () => work(...args), ms, false)
  const every = (work: Work, ms?: unknown, ...args: unknown[]) =>
    new VirtualTimer(scheduler, () => work(...args), ms, true)
  const replaced = {
    ...{ setTimeout: once, setInterval: every },
    ...{ clearTimeout: clear, clearInterval: clear },
  }
  // `util.promisify` finds the form of a pause here.
  Object.defineProperty(once, Symbol.for('nodejs.util.promisify.custom'), { value: pauseOf(scheduler) })
  Object.assign(globalThis, replaced)
  Object.assign(timers, replaced)
  Object.assign(timersPromises, { setTimeout: pauseOf(scheduler) })
  const begunMs = scheduler.nowMs
  Object.defineProperty(performance, 'now', { value: () => scheduler.nowMs - begunMs })
  globalThis.Date = virtualDate(scheduler)
  AbortSignal.timeout = (ms) => {
    const ending = new AbortController()
    once(() => ending.abort(new DOMException('The operation was aborted due to timeout', 'TimeoutError')), ms)
    return ending.signal
  }
  syncBuiltinESMExports()
}
