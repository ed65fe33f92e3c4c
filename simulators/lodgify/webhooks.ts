import { createHmac } from 'node:crypto'
import type { SeededRandom } from '../kit/random.ts'
import type { WebhookSender } from '../kit/webhook-sender.ts'

export interface Subscription {
  id: string
  event: string
  url: string
  secret: string
}

/** A subscription covers one event at one address, and has a secret of its own. */
export class Webhooks {
  readonly #subscriptions = new Map<string, Subscription>()
  readonly #sender: WebhookSender
  readonly #random: SeededRandom
  readonly #isBare: boolean

  constructor(sender: WebhookSender, random: SeededRandom, isBare: boolean) {
    this.#sender = sender
    this.#random = random
    this.#isBare = isBare
  }

  list(): Subscription[] {
    return [...this.#subscriptions.values()]
  }

  /** Returns undefined if this address has a subscription already. */
  subscribe(event: string, url: string): Subscription | undefined {
    if (this.list().some((subscription) => subscription.url === url)) return undefined
    const id = `webhook_${this.#random.digits(12)}`
    const subscription = { id, event, url, secret: `${this.#random.digits(20)}${this.#random.digits(20)}` }
    this.#subscriptions.set(id, subscription)
    return subscription
  }

  unsubscribe(id: string): boolean {
    return this.#subscriptions.delete(id)
  }

  send(event: string, payload: object): void {
    const item = { action: event, ...payload }
    // The documentation shows the object alone, and live deliveries are a list of one.
    const body = JSON.stringify(this.#isBare ? item : [item])
    for (const subscription of this.list().filter((subscription) => subscription.event === event)) {
      const signature = createHmac('sha256', subscription.secret).update(body).digest('hex')
      this.#sender.send({
        url: subscription.url,
        headers: { 'content-type': 'application/json; charset=utf-8', 'ms-signature': `sha256=${signature}` },
        body,
        queue: 'lodgify',
        // Anything but 200 is tried again; the vendor documents ten tries.
        isRetried: (status) => status !== 200,
      })
    }
  }
}
