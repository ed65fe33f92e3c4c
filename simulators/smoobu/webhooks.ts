import { retries, WebhookAddress } from '../kit/webhook-address.ts'
import type { WebhookSender } from '../kit/webhook-sender.ts'
import { userId } from './store.ts'

export type Action = 'newReservation' | 'updateReservation' | 'cancelReservation' | 'deleteReservation'

/** Nothing is signed. */
export class Webhooks {
  readonly address: WebhookAddress

  constructor(sender: WebhookSender) {
    // How often a delivery is tried again is not documented.
    this.address = new WebhookAddress(sender, retries.onServerErrors)
  }

  send(action: Action, data: object): void {
    this.address.send(JSON.stringify({ action, user: userId, data }))
  }
}
