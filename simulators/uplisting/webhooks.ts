import { secondOf } from '../kit/clock.ts'
import { retries } from '../kit/webhook-address.ts'
import type { WebhookSender } from '../kit/webhook-sender.ts'
import type { WorldEvent } from '../kit/world/projection.ts'
import type { UplistingKinds } from './projection.ts'

interface Hook {
  id: number
  target_url: string
  event: string
}

const eventOf = {
  created: 'booking_created',
  changed: 'booking_updated',
  cancelled: 'booking_updated',
  deleted: 'booking_removed',
}

/** Every event has a hook of its own. A delivery is the booking, unsigned, and does not say what happened. */
export class Hooks {
  readonly #sender: WebhookSender
  readonly #nowMs: () => number
  readonly #hooks = new Map<string, Hook>()
  #made = 0

  constructor(sender: WebhookSender, nowMs: () => number) {
    this.#sender = sender
    this.#nowMs = nowMs
  }

  list(): Hook[] {
    return [...this.#hooks.values()]
  }

  isThere({ target_url, event }: Omit<Hook, 'id'>): boolean {
    return this.list().some((hook) => hook.target_url === target_url && hook.event === event)
  }

  add(hook: Omit<Hook, 'id'>): number {
    this.#made += 1
    const id = 85_500 + this.#made
    this.#hooks.set(String(id), { id, ...hook })
    return id
  }

  remove(id: string): boolean {
    return this.#hooks.delete(id)
  }

  send({ family, action, row }: WorldEvent<UplistingKinds>): void {
    if (family !== 'stay') return
    const { status, ...booking } = row
    const end = action === 'deleted' ? { reason: 'destroyed' } : { status }
    const body = JSON.stringify({ ...booking, ...end, timestamp: secondOf(this.#nowMs()) })
    for (const { target_url: url, event } of this.#hooks.values()) {
      if (event !== eventOf[action]) continue
      const headers = { 'content-type': 'application/json' }
      this.#sender.send({ url, headers, body, queue: url, isRetried: retries.unlessTaken })
    }
  }
}
