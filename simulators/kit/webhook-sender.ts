import { Agent, request } from 'undici'
import type { Faults } from './faults.ts'

export interface WebhookDelivery {
  url: string
  headers: Record<string, string>
  body: string
  /** First attempts with one queue name arrive in order. */
  queue: string
  /** Receives every attempt; its status is null if no answer came. */
  onAttempt?(attempt: { number: number; status: number | null; body: string }): void
  /** Whether an answer with this status is tried again; null means that none came. */
  isRetried(status: number | null): boolean
}

export interface WebhookSettings {
  retryDelaysMs: readonly number[]
  timeoutMs: number
  /** How long a delivery held back for reordering waits for the next one. */
  holdMs: number
}

interface HeldDelivery {
  delivery: WebhookDelivery
  timer: NodeJS.Timeout
}

/** Sends webhooks as a vendor would: in order, with retries, and on request twice or in the wrong order. */
export class WebhookSender {
  readonly #faults: Faults
  readonly #settings: WebhookSettings
  readonly #agent: Agent
  readonly #queues = new Map<string, Promise<void>>()
  readonly #held = new Map<string, HeldDelivery>()
  readonly #retries = new Set<NodeJS.Timeout>()
  #running = 0
  #closed = false

  constructor(faults: Faults, settings: WebhookSettings) {
    this.#faults = faults
    this.#settings = settings
    this.#agent = new Agent({ headersTimeout: settings.timeoutMs, bodyTimeout: settings.timeoutMs })
  }

  send(delivery: WebhookDelivery): void {
    if (this.#closed) return
    const deliveries = this.#held.get(delivery.queue)
    if (deliveries === undefined && this.#faults.take(['reorder_webhooks']) !== undefined) {
      const timer = setTimeout(() => this.#release(delivery.queue), this.#settings.holdMs)
      this.#held.set(delivery.queue, { delivery, timer })
      return
    }
    this.#queue(delivery)
    if (this.#faults.take(['duplicate_webhook']) !== undefined) this.#queue(delivery)
    this.#release(delivery.queue)
  }

  /** True if nothing is under way, held back or waiting for a retry. */
  isIdle(): boolean {
    return this.#running === 0 && this.#held.size === 0 && this.#retries.size === 0
  }

  async close(): Promise<void> {
    this.#closed = true
    for (const { timer } of this.#held.values()) clearTimeout(timer)
    for (const timer of this.#retries) clearTimeout(timer)
    this.#held.clear()
    this.#retries.clear()
    await this.#agent.destroy()
    await Promise.all(this.#queues.values())
  }

  #release(queue: string): void {
    const deliveries = this.#held.get(queue)
    if (deliveries === undefined) return
    clearTimeout(deliveries.timer)
    this.#held.delete(queue)
    this.#queue(deliveries.delivery)
  }

  #queue(delivery: WebhookDelivery): void {
    this.#running += 1
    const before = this.#queues.get(delivery.queue) ?? Promise.resolve()
    const attempt = before
      .then(() => this.#attempt(delivery, 1))
      .finally(() => {
        this.#running -= 1
      })
    this.#queues.set(delivery.queue, attempt)
  }

  async #attempt(delivery: WebhookDelivery, number: number): Promise<void> {
    if (this.#closed) return
    const answer = await this.#post(delivery)
    if (this.#closed) return
    delivery.onAttempt?.({ number, ...answer })
    const delayMs = this.#settings.retryDelaysMs[number - 1]
    if (delayMs === undefined || !delivery.isRetried(answer.status)) return
    const timer = setTimeout(() => {
      this.#retries.delete(timer)
      this.#running += 1
      void this.#attempt(delivery, number + 1).finally(() => {
        this.#running -= 1
      })
    }, delayMs)
    this.#retries.add(timer)
  }

  async #post(delivery: WebhookDelivery): Promise<{ status: number | null; body: string }> {
    try {
      const { statusCode, body } = await request(delivery.url, {
        method: 'POST',
        headers: delivery.headers,
        body: delivery.body,
        dispatcher: this.#agent,
        signal: AbortSignal.timeout(this.#settings.timeoutMs),
      })
      return { status: statusCode, body: (await body.text()).slice(0, 1000) }
    } catch (error) {
      return { status: null, body: error instanceof Error ? error.message : String(error) }
    }
  }
}
