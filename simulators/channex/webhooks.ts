import { retries } from '../kit/webhook-address.ts'
import type { WebhookSender } from '../kit/webhook-sender.ts'
import type { WorldEvent } from '../kit/world/projection.ts'
import { resource } from './answers.ts'
import { uuid, type ChannexKinds } from './projection.ts'

export interface WebhookOrder {
  property_id: string
  callback_url: string
  event_mask: string
  request_params?: object
  headers?: Record<string, string>
  is_active?: boolean
  send_data?: boolean
}

/** Every property has webhooks of its own, which carry the headers that were ordered. */
export class Webhooks {
  readonly #sender: WebhookSender
  readonly #webhooks = new Map<string, WebhookOrder & { id: string }>()
  #made = 0

  constructor(sender: WebhookSender) {
    this.#sender = sender
  }

  list(): object[] {
    return [...this.#webhooks.values()].map(showWebhook)
  }

  add(order: WebhookOrder): object {
    this.#made += 1
    const webhook = { id: uuid('webhook', this.#made), is_active: false, send_data: false, ...order }
    this.#webhooks.set(webhook.id, webhook)
    return showWebhook(webhook)
  }

  remove(id: string): boolean {
    return this.#webhooks.delete(id)
  }

  send(happened: WorldEvent<ChannexKinds>, revisionId: string | undefined, at: string): void {
    if (happened.family === 'home') return
    const booking = happened.family === 'stay' ? happened.row : happened.stay
    const deliver = (event: string, payload: unknown) =>
      this.#deliver(payload, { event, property_id: booking.property_id, user_id: null, timestamp: at })
    if (happened.family === 'message') {
      const { id, thread_id, message, sender } = happened.row
      deliver('message', { id, message, sender, booking_id: booking.id, message_thread_id: thread_id })
      return
    }
    const { id: booking_id, property_id, room_type_id, arrival_date } = booking
    if (revisionId !== undefined) deliver('booking', { booking_id, property_id, revision_id: revisionId })
    deliver('ari', [{ room_type_id, date: arrival_date, availability: 0 }])
  }

  #deliver(payload: unknown, notice: { event: string; property_id: string } & Record<string, unknown>): void {
    for (const webhook of this.#webhooks.values()) {
      const { property_id, callback_url: url, event_mask: mask } = webhook
      if (property_id !== notice.property_id || webhook.is_active !== true) continue
      if (mask !== '*' && mask.split(':')[0] !== notice.event) continue
      const headers = { 'content-type': 'application/json', ...webhook.headers }
      const body = JSON.stringify(webhook.send_data === true ? { ...notice, payload } : notice)
      this.#sender.send({ url, headers, body, queue: url, isRetried: retries.unlessTaken })
    }
  }
}

const showWebhook = ({ property_id, ...row }: WebhookOrder & { id: string }): object =>
  resource('webhook', row, { property: property_id })
