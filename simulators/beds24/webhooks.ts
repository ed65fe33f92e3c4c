import { secondOf } from '../kit/clock.ts'
import { retries, WebhookAddress } from '../kit/webhook-address.ts'
import type { WebhookSender } from '../kit/webhook-sender.ts'
import type { Booking } from './records.ts'
import type { Store } from './store.ts'

/** A person enters the address in the property's settings; nothing is signed. */
export class Webhooks {
  readonly address: WebhookAddress
  readonly #store: Store

  constructor(sender: WebhookSender, store: Store) {
    // The vendor does not document how often it retries a booking webhook.
    this.address = new WebhookAddress(sender, retries.onServerErrors)
    this.#store = store
  }

  /** Every delivery carries the whole booking with its messages. */
  send(booking: Booking): void {
    const messages = this.#store.messagesOf(booking.id)
    const timeStamp = secondOf(this.#store.world.nowMs())
    const delivery = { timeStamp, booking, infoItems: [], guests: [], invoiceItems: [], messages, retries: 0 }
    // The vendor describes one object, and live deliveries are a list of one.
    this.address.send(JSON.stringify(booking.id % 2 === 0 ? [delivery] : delivery))
  }
}
