import { randomUUID } from 'node:crypto'
import type { SeededRandom } from '../kit/random.ts'
import type { WebhookSender } from '../kit/webhook-sender.ts'

type Action = 'entity_create' | 'entity_update' | 'entity_delete'

/** One address, entered by a person with a user and a password; nothing is signed. */
export class Webhooks {
  readonly user = 'lodgewire'
  readonly password: string
  readonly #sender: WebhookSender
  #url: string | null = null

  constructor(sender: WebhookSender, random: SeededRandom) {
    this.#sender = sender
    this.password = Array.from({ length: 24 }, () => random.int(0, 15).toString(16)).join('')
  }

  deliverTo(url: string | null): void {
    this.#url = url
  }

  send(action: Action, entity_type: string, entity: { id: number }): void {
    if (this.#url === null) return
    const about = { action, entity_type, entity_id: entity.id, categories: [entity_type] }
    const body = JSON.stringify({ id: randomUUID(), user_id: 40_117, ...about, entity })
    const pair = Buffer.from(`${this.user}:${this.password}`).toString('base64')
    this.#sender.send({
      url: this.#url,
      headers: { 'content-type': 'application/json', authorization: `Basic ${pair}` },
      body,
      queue: 'ownerrez',
      isRetried: (status) => status === null || status < 200 || status >= 300,
    })
  }
}
