import { retries, WebhookAddress } from '../kit/webhook-address.ts'
import type { WebhookSender } from '../kit/webhook-sender.ts'
import type { WorldEvent } from '../kit/world/projection.ts'
import type { MewsKinds } from './projection.ts'
import type { Customer } from './records.ts'
import type { Store } from './store.ts'

type Happening = readonly ['ServiceOrderUpdated' | 'CustomerAdded' | 'CustomerUpdated', string]

/**
 * One address for the whole application gets ids only, unsigned. The vendor promises no content type; the usual one is
 * seen.
 */
export class Webhooks {
  readonly address: WebhookAddress
  readonly #store: Store
  readonly #integrationId: string

  constructor(sender: WebhookSender, store: Store) {
    this.address = new WebhookAddress(sender, retries.unlessTaken)
    this.#store = store
    this.#integrationId = store.newId()
    store.customerListeners.push((customer) => this.#send({}, [['CustomerUpdated', customer.Id]]))
  }

  follow(event: WorldEvent<MewsKinds>): void {
    // The vendor only cancels reservations; tests remove them.
    if (event.family !== 'stay' || event.action === 'deleted') return
    const { row, action } = event
    const guest = action === 'created' ? this.#store.customers.get(row.BookerId ?? row.AccountId) : undefined
    const isNew = guest?.CreatedUtc === row.CreatedUtc
    this.#send(row, [...(isNew ? addingOf(guest) : []), ['ServiceOrderUpdated', row.Id]])
  }

  #send(row: { ServiceId?: string }, events: readonly Happening[]): void {
    const body = {
      EnterpriseId: this.#store.enterpriseOf(row).Id,
      IntegrationId: this.#integrationId,
      Events: events.map(([Discriminator, Id]) => ({ Discriminator, Value: { Id } })),
    }
    this.address.send(JSON.stringify(body))
  }
}

const addingOf = ({ Id }: Customer): Happening[] => [
  ['CustomerAdded', Id],
  ['CustomerUpdated', Id],
]
