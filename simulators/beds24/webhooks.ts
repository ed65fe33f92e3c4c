import { ControlError } from '../kit/control-error.ts'
import { readObject, refuseUnknown } from '../kit/fields.ts'
import type { WebhookSender } from '../kit/webhook-sender.ts'
import { moment } from './moment.ts'
import type { Booking } from './records.ts'
import type { Store } from './store.ts'

/** Set up by a person in the settings of the property; nothing is signed. */
export class Webhooks {
  readonly #sender: WebhookSender
  readonly #store: Store
  readonly #nowMs: () => number
  #url: string | null = null

  constructor(sender: WebhookSender, store: Store, nowMs: () => number) {
    this.#sender = sender
    this.#store = store
    this.#nowMs = nowMs
  }

  set(input: unknown): object {
    const body = readObject(input)
    refuseUnknown(body, ['url'])
    if (body.url !== null && typeof body.url !== 'string')
      throw new ControlError('url must be a string or null')
    this.#url = body.url
    return { url: body.url }
  }

  /** Every delivery carries the whole booking with its messages. */
  send(booking: Booking): void {
    if (this.#url === null) return
    const body = {
      timeStamp: moment(this.#nowMs()),
      booking,
      infoItems: [],
      guests: [],
      invoiceItems: [],
      messages: this.#store.messagesOf(booking.id),
    }
    this.#sender.send({
      url: this.#url,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      queue: 'beds24',
      // How often a booking webhook is tried again is not documented.
      isRetried: (status) => status === null || status >= 500,
    })
  }
}
