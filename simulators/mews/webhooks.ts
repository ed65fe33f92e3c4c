import { ControlError } from '../kit/control-error.ts'
import { readObject, refuseUnknown } from '../kit/fields.ts'
import type { WebhookSender } from '../kit/webhook-sender.ts'

export type WebhookEvent = 'ServiceOrderUpdated' | 'CustomerAdded' | 'CustomerUpdated' | 'ResourceUpdated'

/** One address for the application, which a person at the vendor enters; ids only, nothing signed. */
export class Webhooks {
  readonly #sender: WebhookSender
  readonly #integrationId: string
  #url: string | null = null

  constructor(sender: WebhookSender, integrationId: string) {
    this.#sender = sender
    this.#integrationId = integrationId
  }

  configure(input: unknown): object {
    const body = readObject(input)
    refuseUnknown(body, ['url'])
    const { url } = body
    if (url !== null && (typeof url !== 'string' || !URL.canParse(url))) {
      throw new ControlError('url must be an address, or null for none')
    }
    this.#url = url
    return { url }
  }

  send(enterpriseId: string, events: [WebhookEvent, string][]): void {
    if (this.#url === null) return
    const body = {
      EnterpriseId: enterpriseId,
      IntegrationId: this.#integrationId,
      Events: events.map(([Discriminator, Id]) => ({ Discriminator, Value: { Id } })),
    }
    this.#sender.send({
      url: this.#url,
      // No content type is promised; this is what is seen.
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      queue: this.#url,
      isRetried: (status) => status === null || status >= 400,
    })
  }
}
