import { secondOf } from '../kit/clock.ts'
import { retries, WebhookAddress } from '../kit/webhook-address.ts'
import type { WebhookSender } from '../kit/webhook-sender.ts'
import type { Booking } from './records.ts'
import type { Store } from './store.ts'

/** Set up by a person in the settings of the property; nothing is signed. */
export class Webhooks {
  readonly address: WebhookAddress
  readonly #store: Store
  readonly #nowMs: () => number

  constructor(sender: WebhookSender, store: Store, nowMs: () => number) {
    // How often a booking webhook is tried again is not documented.
    this.address = new WebhookAddress(sender, retries.onServerErrors)
    this.#store = store
    this.#nowMs = nowMs
  }

  /** Every delivery carries the whole booking with its messages. */
  send(booking: Booking): void {
    const messages = this.#store.messagesOf(booking.id)
    const timeStamp = secondOf(this.#nowMs())
    const delivery = { timeStamp, booking, infoItems: [], guests: [], invoiceItems: [], messages, retries: 0 }
    // Described as one object, seen as a list of one.
    this.address.send(JSON.stringify(booking.id % 2 === 0 ? [delivery] : delivery))
  }
}
