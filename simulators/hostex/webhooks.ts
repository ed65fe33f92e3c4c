import type { SeededRandom } from '../kit/random.ts'
import type { WebhookSender } from '../kit/webhook-sender.ts'
import type { WorldEvent } from '../kit/world/projection.ts'
import { moment } from './answers.ts'
import type { HostexKinds } from './projection.ts'

interface Webhook {
  id: number
  url: string
  manageable: boolean
  created_at: string
}

/** Addresses are registered by API; the secret that proves a delivery is shown to people only. */
export class Webhooks {
  readonly secret: string
  readonly #sender: WebhookSender
  readonly #nowMs: () => number
  readonly #webhooks = new Map<string, Webhook>()
  #made = 0
  #sent = 0

  constructor(sender: WebhookSender, random: SeededRandom, nowMs: () => number) {
    this.#sender = sender
    this.#nowMs = nowMs
    this.secret = random.hex(24)
  }

  list(): Webhook[] {
    return [...this.#webhooks.values()]
  }

  add(url: string): void {
    this.#made += 1
    const id = 4100 + this.#made
    this.#webhooks.set(String(id), { id, url, manageable: true, created_at: moment(this.#nowMs()) })
  }

  remove(id: string): boolean {
    return this.#webhooks.delete(id)
  }

  send(happened: WorldEvent<HostexKinds>): void {
    if (happened.family === 'home') return
    if (happened.family === 'message') {
      const { conversation_id } = happened.stay
      this.#deliver('message_created', { conversation_id, message_id: happened.row.id })
      return
    }
    const { reservation_code, stay_code, property_id } = happened.row
    const isNew = happened.action === 'created'
    this.#deliver(isNew ? 'reservation_created' : 'reservation_updated', { reservation_code, stay_code })
    this.#deliver('property_availability_updated', { property_id, availabilities: [] })
  }

  /** Two forms are documented, and every other delivery has the newer one. A missed delivery is not repeated. */
  #deliver(event: string, ids: object): void {
    this.#sent += 1
    const timestamp = moment(this.#nowMs())
    const body = this.#sent % 2 === 0 ? { event, data: ids, timestamp } : { event, ...ids, timestamp }
    for (const { url } of this.#webhooks.values()) {
      this.#sender.send({
        url,
        headers: { 'content-type': 'application/json', 'hostex-webhook-secret-token': this.secret },
        body: JSON.stringify(body),
        queue: url,
        isRetried: () => false,
      })
    }
  }
}
