/** Holds each reservation's latest unacknowledged message in one of two queues. */
import type { SimulatorClock } from '../kit/clock.ts'

/** New reservations have a queue of their own; changes and cancellations share the other. */
export type QueueName = 'new' | 'modify'

interface QueuedMessage {
  queue: QueueName
  sinceMs: number
  version: number
  /** The version that was sent last. */
  delivered: number
}

const patienceMs = 30 * 60_000

export class Queue {
  readonly #messages = new Map<number, QueuedMessage>()
  readonly #clock: SimulatorClock
  /** The property got these by e-mail, because nobody acknowledged them in time. */
  readonly emailed = new Set<number>()
  /** When a reservation was sent for the first time. */
  readonly toldAtMs = new Map<number, number>()

  constructor(clock: SimulatorClock) {
    this.#clock = clock
  }

  /** A message replaces the earlier one of its reservation. */
  tell(id: number, queue: QueueName): void {
    const version = (this.#messages.get(id)?.version ?? 0) + 1
    this.#messages.set(id, { queue, sinceMs: this.#clock.nowMs(), version, delivered: 0 })
  }

  forget(id: number): void {
    this.#messages.delete(id)
  }

  /** Returns ids in the order of their messages. */
  waiting(queue: QueueName): number[] {
    for (const [id, { sinceMs }] of this.#messages) {
      if (sinceMs > this.#clock.nowMs() - patienceMs) continue
      this.#messages.delete(id)
      this.emailed.add(id)
    }
    return [...this.#messages].filter(([, message]) => message.queue === queue).map(([id]) => id)
  }

  deliver(id: number): void {
    const message = this.#messages.get(id)
    if (message === undefined) return
    message.delivered = message.version
    if (!this.toldAtMs.has(id)) this.toldAtMs.set(id, this.#clock.nowMs())
  }

  /** False for the other queue, or if something newer was not sent yet. */
  mayAcknowledge(id: number, queue: QueueName): boolean {
    const message = this.#messages.get(id)
    return message === undefined || (message.queue === queue && message.delivered === message.version)
  }

  list(): object[] {
    return [...this.#messages].map(([id, { queue, version, delivered, sinceMs }]) => ({
      ...{ id, queue, version, delivered },
      since: new Date(sinceMs).toISOString(),
    }))
  }
}
