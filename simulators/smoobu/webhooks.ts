import { retries, WebhookAddress } from '../kit/webhook-address.ts'
import type { WebhookSender } from '../kit/webhook-sender.ts'
import type { WorldEvent } from '../kit/world/projection.ts'
import type { SmoobuKinds } from './projection.ts'
import { userId } from './vocabulary.ts'

const actions = {
  created: 'newReservation',
  changed: 'updateReservation',
  cancelled: 'cancelReservation',
  deleted: 'deleteReservation',
}

/** Deliveries are not signed. */
export class Webhooks {
  readonly address: WebhookAddress

  constructor(sender: WebhookSender) {
    // The vendor does not document how often it retries a delivery.
    this.address = new WebhookAddress(sender, retries.onServerErrors)
  }

  send({ family, action, row: data }: WorldEvent<SmoobuKinds>): void {
    if (family === 'stay') this.address.send(JSON.stringify({ action: actions[action], user: userId, data }))
  }
}
