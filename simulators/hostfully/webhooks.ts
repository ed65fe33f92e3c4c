import type { WebhookSender } from '../kit/webhook-sender.ts'
import type { WorldEvent } from '../kit/world/projection.ts'
import { agencyUid, uuid, type HostfullyKinds } from './projection.ts'

export interface WebhookOrder {
  agencyUid: string
  objectUid: string
  eventType: string
  callbackUrl: string
  webhookType: string
}

const newLeads: Readonly<Record<string, string>> = {
  BLOCK: 'NEW_BLOCKED_DATES',
  INQUIRY: 'NEW_INQUIRY',
  BOOKING_REQUEST: 'NEW_BOOKING_REQUEST',
}

/** Every event has a registration of its own. Nothing is signed, and bodies are thin. */
export class Webhooks {
  readonly #sender: WebhookSender
  readonly #webhooks = new Map<string, WebhookOrder & { uid: string }>()
  #made = 0

  constructor(sender: WebhookSender) {
    this.#sender = sender
  }

  list(): object[] {
    return [...this.#webhooks.values()]
  }

  add(order: WebhookOrder): object {
    this.#made += 1
    const webhook = { uid: uuid('webhook', this.#made), ...order }
    this.#webhooks.set(webhook.uid, webhook)
    return webhook
  }

  remove(uid: string): boolean {
    return this.#webhooks.delete(uid)
  }

  send(happened: WorldEvent<HostfullyKinds>): void {
    if (happened.family === 'home') {
      this.#deliver('UPDATED_PROPERTY', { property_uid: happened.row.uid })
      return
    }
    const {
      uid: lead_uid,
      propertyUid: property_uid,
      type,
    } = happened.family === 'stay' ? happened.row : happened.stay
    if (happened.family === 'message') {
      const { id: message_uid, threadUid: thread_uid, text: message_content } = happened.row
      const ids = { message_uid, thread_uid, lead_uid, property_uid }
      this.#deliver('NEW_INBOX_MESSAGE', { ...ids, message_content })
      return
    }
    const ids = { lead_uid, property_uid }
    if (happened.action === 'created') this.#deliver(newLeads[type ?? ''] ?? 'NEW_BOOKING', ids)
    if (happened.action === 'changed') this.#deliver('BOOKING_UPDATED', ids)
    if (happened.action === 'cancelled') this.#deliver('BOOKING_CANCELLED', ids)
    this.#deliver('PROPERTY_AVAILABILITY_UPDATED', { property_uid })
  }

  #deliver(event_type: string, ids: object): void {
    const body = JSON.stringify({ agency_uid: agencyUid, event_type, ...ids })
    for (const { eventType, callbackUrl: url } of this.#webhooks.values()) {
      if (eventType !== event_type) continue
      const headers = { 'content-type': 'application/json' }
      this.#sender.send({ url, headers, body, queue: url, isRetried: () => false })
    }
  }
}
