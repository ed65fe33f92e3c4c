import { randomUUID } from 'node:crypto'
import type { SeededRandom } from '../kit/random.ts'
import { retries, WebhookAddress } from '../kit/webhook-address.ts'
import type { WebhookSender } from '../kit/webhook-sender.ts'
import type { WorldEvent } from '../kit/world/projection.ts'
import type { OwnerrezKinds } from './projection.ts'

const actions = {
  created: 'entity_create',
  changed: 'entity_update',
  cancelled: 'entity_update',
  deleted: 'entity_delete',
}
const types = { home: 'property', stay: 'booking', message: 'thread_message' }

/** A person enters the address with user and password; nothing is signed. */
export class Webhooks {
  readonly user = 'lodgewire'
  readonly password: string
  readonly address: WebhookAddress

  constructor(sender: WebhookSender, random: SeededRandom) {
    this.address = new WebhookAddress(sender, retries.unlessTaken)
    this.password = random.hex(24)
  }

  send({ family, action, row: entity }: WorldEvent<OwnerrezKinds>): void {
    const entity_type = types[family]
    const about = { action: actions[action], entity_type, entity_id: entity.id, categories: [entity_type] }
    const pair = Buffer.from(`${this.user}:${this.password}`).toString('base64')
    const body = JSON.stringify({ id: randomUUID(), user_id: 40_117, ...about, entity })
    this.address.send(body, { authorization: `Basic ${pair}` })
  }
}
