import { createHmac } from 'node:crypto'
import { addDays } from '../kit/clock.ts'
import type { SimulatorClock } from '../kit/clock.ts'
import type { SeededRandom } from '../kit/random.ts'
import { retries } from '../kit/webhook-address.ts'
import type { WebhookSender } from '../kit/webhook-sender.ts'
import type { Listing } from './listing-record.ts'
import { instant } from './object-ids.ts'
import type { Reservation } from './reservation-record.ts'
import { accountId } from './store.ts'
import type { Store } from './store.ts'
import type { Conversation, Post } from './thread-record.ts'
import { showConversation } from './thread-view.ts'

/** What a delivery carries beside its event: little of a booking, much of a message. */
export const eventContent = {
  reservation: (store: Store, row: Reservation, subtype: string) => ({
    data: {
      reservationId: row._id,
      subtype,
      status: row.status,
      confirmationCode: row.confirmationCode,
      unitTypeId: store.rootId(row.listingId),
      unitId: row.listingId,
      checkInDateLocalized: row.checkInDateLocalized,
      checkOutDateLocalized: row.checkOutDateLocalized,
      guestsCount: row.guestsCount,
      guestId: row.guestId,
      source: row.source,
    },
  }),

  folio: ({ _id, money, lastUpdatedAt }: Reservation) => ({
    data: { reservationId: _id, ...money, updatedAt: lastUpdatedAt },
  }),

  payment: ({ _id, accountId: owner, money }: Reservation) => ({
    payment: {
      accountId: owner,
      reservationId: _id,
      amount: money?.totalPaid,
      currency: money?.currency,
    },
  }),

  message: (store: Store, conversation: Conversation, post: Post) => ({
    reservationId: conversation.reservationIds.at(-1),
    conversation: {
      ...showConversation(store, conversation),
      guestId: conversation.guestId,
      conversationWith: conversation.type === 'owner' ? 'Owner' : 'Guest',
      integration: { platform: conversation.platform },
    },
    // Without its attachments, which only the conversation's posts tell.
    message: {
      postId: post._id,
      type: post.sentBy === 'guest' ? 'fromGuest' : 'fromHost',
      body: post.body,
      module: post.module.type,
      createdAt: post.createdAt,
    },
  }),

  calendar: (listing: Listing, today: string) => ({
    listingId: listing._id,
    accountId,
    currency: listing.prices.currency,
    dateRange: { start: today, end: addDays(today, 365) },
  }),
}

export interface WebhookRegistration {
  _id: string
  accountId: string
  url: string
  events: string[]
}

interface Endpoint {
  key: string
  /** When the key can be asked for, in milliseconds. */
  readyAtMs: number
}

/** Registrations, and deliveries through Svix: every address has a key of its own, and every delivery is signed. */
export class Webhooks {
  readonly registrations = new Map<string, WebhookRegistration>()
  readonly #sender: WebhookSender
  readonly #clock: SimulatorClock
  readonly #random: SeededRandom
  readonly #keyDelayMs: number
  readonly #endpoints = new Map<string, Endpoint>()
  #sent = 0

  constructor(sender: WebhookSender, clock: SimulatorClock, random: SeededRandom, keyDelaySeconds: number) {
    this.#sender = sender
    this.#clock = clock
    this.#random = random
    this.#keyDelayMs = keyDelaySeconds * 1000
  }

  register(registration: WebhookRegistration): void {
    this.registrations.set(registration._id, registration)
    if (!this.#endpoints.has(registration.url)) this.#endpoints.set(registration.url, this.#endpoint())
  }

  change(registration: WebhookRegistration, fields: { url: string; events: string[] }): void {
    const before = registration.url
    Object.assign(registration, fields)
    this.register(registration)
    this.#forget(before)
  }

  remove({ _id, url }: WebhookRegistration): void {
    this.registrations.delete(_id)
    this.#forget(url)
  }

  /** undefined: no such address, or its key is not there yet. */
  keyOf(url: string): string | undefined {
    const endpoint = this.#endpoints.get(url)
    return endpoint !== undefined && this.#clock.nowMs() >= endpoint.readyAtMs ? endpoint.key : undefined
  }

  send(event: string, content: object): void {
    this.#sent += 1
    const id = `msg_${this.#sent.toString(36).padStart(24, '0')}`
    const meta = { eventId: id, accountId, publishedAt: instant(this.#clock.nowMs()) }
    // Written once: what is sent is the record as it was when the event happened.
    const body = JSON.stringify({ event, meta, ...content })
    const urls = new Set(
      [...this.registrations.values()].filter(({ events }) => events.includes(event)).map(({ url }) => url),
    )
    for (const url of urls) {
      this.#sender.send({
        url,
        headers: { 'content-type': 'application/json', ...this.#signed(url, id, body) },
        body,
        queue: url,
        isRetried: retries.unlessTaken,
      })
    }
  }

  #signed(url: string, id: string, body: string): Record<string, string> {
    // Real time: what is sent arrives in real time, however far this simulator's clock was moved.
    const time = String(Math.floor(Date.now() / 1000))
    const key = Buffer.from((this.#endpoints.get(url)?.key ?? '').replace('whsec_', ''), 'base64')
    const signature = createHmac('sha256', key).update(`${id}.${time}.${body}`).digest('base64')
    return { 'svix-id': id, 'svix-timestamp': time, 'svix-signature': `v1,${signature}` }
  }

  #endpoint(): Endpoint {
    const bytes = Buffer.from(Array.from({ length: 24 }, () => this.#random.int(0, 255)))
    return { key: `whsec_${bytes.toString('base64')}`, readyAtMs: this.#clock.nowMs() + this.#keyDelayMs }
  }

  /** An address registered again after it was given up gets another key. */
  #forget(url: string): void {
    const isUsed = [...this.registrations.values()].some((registration) => registration.url === url)
    if (!isUsed) this.#endpoints.delete(url)
  }
}
