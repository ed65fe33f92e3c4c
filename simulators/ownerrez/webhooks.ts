import { randomUUID } from 'node:crypto'
import type { SeededRandom } from '../kit/random.ts'
import { retries, WebhookAddress } from '../kit/webhook-address.ts'
import type { WebhookSender } from '../kit/webhook-sender.ts'

type Action = 'entity_create' | 'entity_update' | 'entity_delete'

/** A person enters the address with user and password; nothing is signed. */
export class Webhooks {
  readonly user = 'lodgewire'
  readonly password: string
  readonly address: WebhookAddress

  constructor(sender: WebhookSender, random: SeededRandom) {
    this.address = new WebhookAddress(sender, retries.unlessTaken)
    this.password = random.hex(24)
  }

  send(action: Action, entity_type: string, entity: { id: number }): void {
    const about = { action, entity_type, entity_id: entity.id, categories: [entity_type] }
    const pair = Buffer.from(`${this.user}:${this.password}`).toString('base64')
    const body = JSON.stringify({ id: randomUUID(), user_id: 40_117, ...about, entity })
    this.address.send(body, { authorization: `Basic ${pair}` })
  }
}
