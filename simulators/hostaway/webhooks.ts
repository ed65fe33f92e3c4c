import type { WebhookSender } from '../kit/webhook-sender.ts'
import { accountId } from './store.ts'

export interface WebhookRegistration {
  id: number
  isEnabled: number
  url: string
  login: string | null
  password: string | null
  alertingEmailAddress: string | null
}

export type WebhookEvent = 'reservation.created' | 'reservation.updated' | 'message.received'

const objectOf: Record<WebhookEvent, string> = {
  'reservation.created': 'reservation',
  'reservation.updated': 'reservation',
  'message.received': 'conversationMessage',
}

/** Unified webhooks send every event to every registration. */
export class Webhooks {
  readonly registrations = new Map<number, WebhookRegistration>()
  readonly log: object[] = []
  readonly #sender: WebhookSender
  #nextLogId = 1
  /** Live accounts send the record beside its event or within a payload, so both forms alternate here. */
  #isNested = false

  constructor(sender: WebhookSender) {
    this.#sender = sender
  }

  send(event: WebhookEvent, data: { id: number; listingMapId: number }): void {
    const object = objectOf[event]
    const { listingMapId } = data
    const about = { object, event, accountId }
    // Serialized at once, since the delivery shows the record as it was at the event.
    const body = JSON.stringify(
      this.#isNested ? { ...about, payload: { data } } : { ...about, listingMapId, data },
    )
    this.#isNested = !this.#isNested
    for (const registration of this.registrations.values()) {
      if (registration.isEnabled !== 1) continue
      this.#sender.send({
        url: registration.url,
        headers: headersFor(registration),
        body,
        queue: String(registration.id),
        // Network failures, 5xx and 429 are tried again; other answers are final.
        isRetried: (status) => status === null || status >= 500 || status === 429,
        onAttempt: (attempt) => this.#record(registration, event, data, attempt),
      })
    }
  }

  #record(
    registration: WebhookRegistration,
    event: WebhookEvent,
    data: { id: number; listingMapId: number },
    attempt: { status: number | null; body: string },
  ): void {
    this.log.push({
      id: this.#nextLogId++,
      accountId,
      listingMapId: data.listingMapId,
      webhookNotificationSettingId: registration.id,
      isEnabled: registration.isEnabled,
      url: registration.url,
      login: registration.login,
      password: registration.password === null ? null : '****',
      object: objectOf[event],
      objectId: data.id,
      event,
      responseStatus: attempt.status,
      responseBody: attempt.body,
    })
    if (this.log.length > 10_000) this.log.shift()
  }
}

function headersFor({ login, password }: WebhookRegistration): Record<string, string> {
  const json = { 'content-type': 'application/json' }
  if (login === null || password === null) return json
  return { ...json, authorization: `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}` }
}
