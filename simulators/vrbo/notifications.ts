/** Notifications: one profile for the partner, an address for each event type, and a list of undelivered ones. */
import { randomUUID } from 'node:crypto'
import { secondOf } from '../kit/clock.ts'
import type { SimulatorTools } from '../kit/definition.ts'
import { retries } from '../kit/webhook-address.ts'
import { wrong } from './engine.ts'

/** The vendor's pages name these; the last stands for bookings, whose event names are not published. */
const eventTypes = [
  'MessageThreadCreated',
  'MessageReceived',
  'MessageAttributesUpdated',
  'PropertyStatusChanged',
  'PropertyStatusMinRequirementMissing',
  'GuestReviewSubmitted',
  'ReviewsApproved',
  'ReviewsManagementResponseApproved',
  'ReviewsManagementResponseRejected',
] as const

interface Callback {
  id: string
  callbackUrl: string
  apiKey: string
  contactEmail: string
  requestTimeoutSeconds: number
  secret: string
  secretExpirationDateTime: string
  previousSecretExpirationDateTime: string | null
}

export interface Notification {
  notificationId: string
  eventType: string
  creationDateTime: string
  payload: object
}

const secretMs = 180 * 86_400_000
const previousMs = 86_400_000

export class Notifications {
  readonly callbacks = new Map<string, Callback>()
  readonly subscriptions = new Map<string, string>()
  readonly undelivered = new Map<string, Notification & { status: number | null }>()
  readonly reservationEvent: string
  readonly #tools: SimulatorTools

  constructor(tools: SimulatorTools, reservationEvent: string) {
    this.#tools = tools
    this.reservationEvent = reservationEvent
  }

  types(): string[] {
    return [...eventTypes, this.reservationEvent]
  }

  create(input: Pick<Callback, 'callbackUrl' | 'apiKey' | 'contactEmail'> & Partial<Callback>): Callback {
    const callback: Callback = {
      requestTimeoutSeconds: 10,
      ...input,
      id: `cb-${this.callbacks.size + 1}`,
      secret: this.#tools.random.hex(32),
      secretExpirationDateTime: this.#inMs(secretMs),
      previousSecretExpirationDateTime: null,
    }
    this.callbacks.set(callback.id, callback)
    return callback
  }

  refresh(id: string, keepsExisting: boolean): Callback {
    const callback = this.callback(id)
    callback.secret = this.#tools.random.hex(32)
    callback.secretExpirationDateTime = this.#inMs(secretMs)
    callback.previousSecretExpirationDateTime = keepsExisting ? this.#inMs(previousMs) : null
    return callback
  }

  callback(id: string): Callback {
    return this.callbacks.get(id) ?? wrong(`no callback config ${id}`, 'NOT_FOUND')
  }

  subscribe(eventType: string, callbackConfigId: string, mayStand: boolean): void {
    if (!this.types().includes(eventType)) wrong(`unknown event type ${eventType}`, 'BAD_USER_INPUT')
    this.callback(callbackConfigId)
    if (!mayStand && this.subscriptions.has(eventType))
      wrong(`${eventType} is subscribed already`, 'CONFLICT')
    this.subscriptions.set(eventType, callbackConfigId)
  }

  tell(eventType: string, payload: object): void {
    const callback = this.callbacks.get(this.subscriptions.get(eventType) ?? '')
    if (callback === undefined) return
    const notification: Notification = {
      notificationId: randomUUID(),
      eventType,
      creationDateTime: secondOf(this.#tools.clock.nowMs()),
      payload,
    }
    this.deliver(notification, callback)
  }

  deliver(notification: Notification, { callbackUrl, apiKey }: Callback): void {
    const { notificationId } = notification
    this.#tools.webhooks.send({
      url: callbackUrl,
      // The signature is not documented, so the partner's key is sent along.
      headers: { 'content-type': 'application/json', 'x-api-key': apiKey },
      body: JSON.stringify(notification),
      queue: callbackUrl,
      isRetried: retries.unlessTaken,
      onAttempt: ({ status }) => {
        if (retries.unlessTaken(status)) this.undelivered.set(notificationId, { ...notification, status })
        else this.undelivered.delete(notificationId)
      },
    })
  }

  #inMs(ms: number): string {
    return new Date(this.#tools.clock.nowMs() + ms).toISOString().slice(0, 19)
  }
}
