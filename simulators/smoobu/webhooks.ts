import { ControlError } from '../kit/control-error.ts'
import { readObject, refuseUnknown } from '../kit/fields.ts'
import type { WebhookSender } from '../kit/webhook-sender.ts'
import { userId } from './store.ts'

export type Action = 'newReservation' | 'updateReservation' | 'cancelReservation' | 'deleteReservation'

/** One address, entered by a person in the settings of the account; nothing is signed. */
export class Webhooks {
  readonly #sender: WebhookSender
  #url: string | null = null

  constructor(sender: WebhookSender) {
    this.#sender = sender
  }

  set(input: unknown): object {
    const body = readObject(input)
    refuseUnknown(body, ['url'])
    if (body.url !== null && typeof body.url !== 'string')
      throw new ControlError('url must be a string or null')
    this.#url = body.url
    return { url: body.url }
  }

  send(action: Action, data: object): void {
    if (this.#url === null) return
    this.#sender.send({
      url: this.#url,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ action, user: userId, data }),
      queue: 'smoobu',
      // How often a delivery is tried again is not documented.
      isRetried: (status) => status === null || status >= 500,
    })
  }
}
