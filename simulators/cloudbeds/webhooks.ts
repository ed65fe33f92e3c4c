import { textParam, type Query } from '../kit/query.ts'
import { retries } from '../kit/webhook-address.ts'
import type { WebhookSender } from '../kit/webhook-sender.ts'
import { refused } from './envelope.ts'
import { text, type Form } from './form.ts'
import type { VendorAnswer } from '../kit/definition.ts'
import type { WorldEvent } from '../kit/world/projection.ts'
import type { CloudbedsKinds } from './projection.ts'
import type { Reservation } from './records.ts'
import type { Store } from './store.ts'

type Subscription = Record<'id' | 'propertyID' | 'object' | 'action' | 'endpointUrl', string>

/** Subscriptions are by property and event; deliveries have no signature. */
export class Webhooks {
  readonly #sender: WebhookSender
  readonly #store: Store
  readonly #subscriptions = new Map<string, Subscription>()
  #last = 0

  constructor(sender: WebhookSender, store: Store) {
    this.#sender = sender
    this.#store = store
  }

  follow(event: WorldEvent<CloudbedsKinds>): void {
    if (event.family !== 'stay') return
    const { row } = event
    const isSame = 'before' in event && event.before.status === row.status
    const change = isSame ? 'dates_changed' : 'status_changed'
    this.#send(row.isDeleted ? 'deleted' : event.action === 'created' ? event.action : change, row)
  }

  subscribe(form: Form): VendorAnswer {
    const [object = '', action = '', endpointUrl = ''] = ['object', 'action', 'endpointUrl'].map((name) =>
      text(form, name),
    )
    if (endpointUrl === '') return refused('object, action and endpointUrl are required')
    const propertyID = text(form, 'propertyID') || ([...this.#store.hotels.keys()][0] ?? '')
    if (!this.#store.hotels.has(propertyID)) return refused('Invalid property')
    this.#last += 1
    const id = `sub${String(this.#last).padStart(6, '0')}`
    this.#subscriptions.set(id, { id, propertyID, object, action, endpointUrl })
    return { status: 200, body: { success: true, data: { subscriptionID: id } } }
  }

  unsubscribe(query: Query): VendorAnswer {
    const known = this.#subscriptions.delete(textParam(query, 'subscriptionID') ?? '')
    return known ? { status: 200, body: { success: true } } : refused('Subscription was not found')
  }

  list(query: Query): object {
    const propertyID = textParam(query, 'propertyID')
    const rows = [...this.#subscriptions.values()].filter(
      (row) => propertyID === undefined || row.propertyID === propertyID,
    )
    return {
      success: true,
      data: rows.map((row) => ({
        ...{ id: row.id, key: { type: 'property', id: row.propertyID } },
        event: { entity: row.object, action: row.action },
        ...{ subscriptionType: 'webhook', subscriptionData: { endpoint: row.endpointUrl } },
      })),
    }
  }

  /** The vendor's events differ in how they capitalize ids. */
  #send(action: string, row: Reservation): void {
    const { propertyID, reservationID, startDate, endDate, status } = row
    const ids =
      action === 'deleted'
        ? { propertyId: Number(propertyID), reservationId: reservationID }
        : { propertyID: Number(propertyID), propertyID_str: propertyID, reservationID }
    const body = JSON.stringify({
      version: '1.0',
      event: `reservation/${action}`,
      timestamp: this.#store.world.nowMs() / 1000,
      ...ids,
      ...(action === 'status_changed' ? { status } : { startDate, endDate }),
    })
    for (const subscription of this.#subscriptions.values()) {
      const { object, endpointUrl: url } = subscription
      const isOfRow = object === 'reservation' && subscription.propertyID === propertyID
      if (!isOfRow || subscription.action !== action) continue
      const headers = { 'content-type': 'application/json' }
      // The vendor does not document how often it retries.
      this.#sender.send({ url, headers, body, queue: url, isRetried: retries.onServerErrors })
    }
  }
}
