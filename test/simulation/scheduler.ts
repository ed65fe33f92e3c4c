/**
 * Everything that happens in a simulation is a step of one queue, ordered by virtual time. The seed decides how long a step waits and
 * which of two steps of one moment comes first.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { SeededRandom } from '../../simulators/kit/random.ts'
import type { SimulationHistory } from './history.ts'
import { settle } from './settle.ts'

/** A part of the world that can be ended: its steps are dropped from then on. */
export interface StepOwner {
  name: string
  isAlive: boolean
  /** When it was ended; in milliseconds since 1970. */
  endedMs?: number
  /** The clock of its machine; the true one if it has none. */
  clock?: MachineClock
}

/** Its timers take as long as they should, but the time of day is off. */
export interface MachineClock {
  /** Milliseconds; negative if it is slow. */
  aheadMs: number
}

/** Returns how it went, for the history; nothing leaves no line there. */
type StepWork = () => Promise<string | void> | string | void

export interface PlannedStep {
  readonly atMs: number
  readonly tie: number
  readonly number: number
  readonly owner: StepOwner
  readonly what: string
  readonly run: StepWork
  isCancelled: boolean
}

/** A timer that fires later than it was set to. */
export interface LateTimer {
  /** Fires soon if its time has passed, else at its time. */
  wake(): void
}

const owners = new AsyncLocalStorage<StepOwner>()
const world: StepOwner = { name: 'world', isAlive: true }

export const currentOwner = (): StepOwner => owners.getStore() ?? world

/** What `work` starts belongs to the owner, however long it goes on. */
export const runAs = <T>(owner: StepOwner, work: () => T): T => owners.run(owner, work)

const isBefore = (a: PlannedStep, b: PlannedStep): boolean =>
  a.atMs !== b.atMs ? a.atMs < b.atMs : a.tie !== b.tie ? a.tie < b.tie : a.number < b.number

export class Scheduler {
  readonly history: SimulationHistory
  readonly random: SeededRandom
  /** Milliseconds since 1970, with fractions. */
  nowMs: number
  readonly startedMs: number
  readonly lateTimers = new Set<LateTimer>()
  /** The machines doze: timers of a while are late by minutes or an hour. */
  isDozing = false
  readonly #heap: PlannedStep[] = []
  #count = 0

  constructor(parts: { startMs: number; random: SeededRandom; history: SimulationHistory }) {
    this.nowMs = this.startedMs = parts.startMs
    this.random = parts.random
    this.history = parts.history
  }

  /** Runs `run` after that many virtual milliseconds, in the context of the caller but as the owner, unless the owner has ended by then. */
  plan(afterMs: number, what: string, run: StepWork, owner = currentOwner()): PlannedStep {
    const inContext = AsyncLocalStorage.snapshot()
    const step: PlannedStep = {
      atMs: this.nowMs + Math.max(0, afterMs),
      tie: this.random.next(),
      number: (this.#count += 1),
      owner,
      what,
      // What it starts would outlive a crash of its owner if it belonged to the caller.
      run: () => inContext(() => runAs(owner, run)),
      isCancelled: false,
    }
    this.#push(step)
    return step
  }

  /** Timers keep their time from now on, as those of a machine that was woken. */
  wakeUp(): void {
    this.isDozing = false
    for (const timer of [...this.lateTimers]) timer.wake()
  }

  /** Milliseconds from `from` to `to`; one in `rareIn` takes up to `rareMs` instead. */
  delay(from: number, to: number, rare?: { in: number; ms: number }): number {
    const isRare = rare !== undefined && this.random.next() < 1 / rare.in
    const [low, high] = isRare ? [to, rare.ms] : [from, to]
    return Math.round((low + this.random.next() * (high - low)) * 1000) / 1000
  }

  /** Runs steps until `isDone`, or until virtual time has passed; true if `isDone`. */
  async runUntil(isDone: () => boolean, mostMs: number): Promise<boolean> {
    const endMs = this.nowMs + mostMs
    await settle()
    while (!isDone()) {
      const next = this.#pop()
      if (next === undefined || next.atMs > endMs) {
        if (next) this.#push(next)
        this.nowMs = endMs
        return isDone()
      }
      if (next.isCancelled || !next.owner.isAlive) continue
      this.nowMs = next.atMs
      const went = await next.run()
      await settle()
      this.history.step(this.nowMs - this.startedMs, next.owner.name, next.what, went ?? '')
    }
    return true
  }

  #push(step: PlannedStep): void {
    const heap = this.#heap
    let at = heap.push(step) - 1
    while (at > 0) {
      const above = (at - 1) >> 1
      const parent = heap[above] as PlannedStep
      if (!isBefore(step, parent)) break
      heap[at] = parent
      at = above
    }
    heap[at] = step
  }

  #pop(): PlannedStep | undefined {
    const heap = this.#heap
    const first = heap[0]
    const last = heap.pop()
    if (first === undefined || last === undefined || heap.length === 0) return first
    let at = 0
    for (;;) {
      let child = 2 * at + 1
      if (child >= heap.length) break
      if (child + 1 < heap.length && isBefore(heap[child + 1] as PlannedStep, heap[child] as PlannedStep))
        child += 1
      if (!isBefore(heap[child] as PlannedStep, last)) break
      heap[at] = heap[child] as PlannedStep
      at = child
    }
    heap[at] = last
    return first
  }
}
