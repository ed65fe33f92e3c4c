import { ControlError } from './control-error.ts'
import { readObject, refuseUnknown } from './fields.ts'
import type { WebhookDelivery, WebhookSender } from './webhook-sender.ts'

/** Says when a delivery is tried again; null means that no answer came. */
export const retries = {
  unlessTaken: (status: number | null) => status === null || status < 200 || status >= 300,
  onServerErrors: (status: number | null) => status === null || status >= 500,
}

/** Holds the one address that a person enters in the account's settings at the vendor. */
export class WebhookAddress {
  readonly #sender: WebhookSender
  readonly #isRetried: WebhookDelivery['isRetried']
  #url: string | null = null

  constructor(sender: WebhookSender, isRetried: WebhookDelivery['isRetried']) {
    this.#sender = sender
    this.#isRetried = isRetried
  }

  set(input: unknown): object {
    const body = readObject(input)
    refuseUnknown(body, ['url'])
    const { url } = body
    if (url !== null && (typeof url !== 'string' || !URL.canParse(url))) {
      throw new ControlError('url must be an address, or null for none')
    }
    this.#url = url
    return { url }
  }

  isSet(): boolean {
    return this.#url !== null
  }

  url(): string | null {
    return this.#url
  }

  /** Sends nothing while no address is entered. */
  send(body: string, headers: Record<string, string> = {}): void {
    if (this.#url === null) return
    this.#sender.send({
      url: this.#url,
      headers: { 'content-type': 'application/json', ...headers },
      body,
      queue: this.#url,
      isRetried: this.#isRetried,
    })
  }
}
