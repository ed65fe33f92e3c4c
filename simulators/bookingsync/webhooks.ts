import { createHmac } from 'node:crypto'
import { retries, WebhookAddress } from '../kit/webhook-address.ts'
import type { WebhookSender } from '../kit/webhook-sender.ts'
import type { WorldEvent } from '../kit/world/projection.ts'
import { body } from './answers.ts'
import { accountId, type BookingsyncKinds } from './projection.ts'
import { bookingRow, messageRow, rentalRow } from './rows.ts'

const ends = { created: 'created', changed: 'updated', cancelled: 'destroyed', deleted: 'destroyed' }

/** A person enters the address in the partner area; the application's secret signs what is payload. */
export class Webhooks {
  readonly address: WebhookAddress
  readonly #secret: string

  constructor(sender: WebhookSender, secret: string) {
    this.address = new WebhookAddress(sender, retries.unlessTaken)
    this.#secret = secret
  }

  send(happened: WorldEvent<BookingsyncKinds>): void {
    const end = ends[happened.action]
    if (happened.family === 'home') this.#deliver(`rental_${end}`, 'rental', rentalRow(happened.row))
    if (happened.family === 'message')
      this.#deliver(`inbox_message_${end}`, 'message', messageRow(happened.row))
    if (happened.family !== 'stay') return
    const { row } = happened
    this.#deliver(`booking_${end}`, 'booking', bookingRow(row))
    const availability = { links: { account: accountId, rental: row.rental }, id: row.rental + 1000 }
    this.#deliver('availability_updated', 'availability', availability)
  }

  #deliver(event: string, kind: string, row: object): void {
    const { links } = body(`${kind}s`, [])
    const payload = JSON.stringify({ account_id: accountId, event, resource: { links, [kind]: row } })
    // Ruby breaks what it encodes every sixty letters, and ends it with a break.
    const signed = Buffer.from(payload)
      .toString('base64')
      .replace(/.{1,60}/g, '$&\n')
    const signature = createHmac('sha1', this.#secret).update(signed).digest('hex')
    this.address.send(payload, {
      'x-content-signature': signature,
      'user-agent': 'BookingSync Webhook Delivery',
    })
  }
}
