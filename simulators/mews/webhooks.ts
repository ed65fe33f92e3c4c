import { WebhookAddress } from '../kit/webhook-address.ts'
import type { WebhookSender } from '../kit/webhook-sender.ts'

export type WebhookEvent = 'ServiceOrderUpdated' | 'CustomerAdded' | 'CustomerUpdated' | 'ResourceUpdated'

/**
 * One address for the whole application gets ids only, unsigned. The vendor promises no content type; the usual one is
 * seen.
 */
export class Webhooks {
  readonly address: WebhookAddress
  readonly #integrationId: string

  constructor(sender: WebhookSender, integrationId: string) {
    this.address = new WebhookAddress(sender, (status) => status === null || status >= 400)
    this.#integrationId = integrationId
  }

  send(enterpriseId: string, events: [WebhookEvent, string][]): void {
    const body = {
      EnterpriseId: enterpriseId,
      IntegrationId: this.#integrationId,
      Events: events.map(([Discriminator, Id]) => ({ Discriminator, Value: { Id } })),
    }
    this.address.send(JSON.stringify(body))
  }
}
