import { retries, WebhookAddress } from '../kit/webhook-address.ts'
import type { WebhookSender } from '../kit/webhook-sender.ts'
import { userId } from './store.ts'

export type Action = 'newReservation' | 'updateReservation' | 'cancelReservation' | 'deleteReservation'

/** Deliveries are not signed. */
export class Webhooks {
  readonly address: WebhookAddress

  constructor(sender: WebhookSender) {
    // The vendor does not document how often it retries a delivery.
    this.address = new WebhookAddress(sender, retries.onServerErrors)
  }

  send(action: Action, data: object): void {
    this.address.send(JSON.stringify({ action, user: userId, data }))
  }
}
