import type { FastifyInstance } from 'fastify'
import type { Query } from '../kit/query.ts'
import { heldOr, refuse } from '../kit/server.ts'
import type { WebhookSender } from '../kit/webhook-sender.ts'
import type { WorldEvent } from '../kit/world/projection.ts'
import { failure, notFound, page, success } from './envelope.ts'
import { accountId, type HostawayKinds } from './records.ts'
import type { Store } from './store.ts'

export interface WebhookRegistration {
  id: number
  isEnabled: number
  url: string
  login: string | null
  password: string | null
  alertingEmailAddress: string | null
}

interface ToldRow {
  id: number
  listingMapId: number
}
type WebhookEvent = 'reservation.created' | 'reservation.updated' | 'message.received'

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

  /** The vendor tells nothing of listings, removed bookings and the host's own messages. */
  tell(event: WorldEvent<HostawayKinds>): void {
    if (event.family === 'home' || event.action === 'deleted') return
    if (event.family === 'message') {
      if (event.row.isIncoming === 1) this.#send('message.received', event.row)
    } else this.#send(event.action === 'created' ? 'reservation.created' : 'reservation.updated', event.row)
  }

  #send(event: WebhookEvent, data: ToldRow): void {
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
    data: ToldRow,
    attempt: { status: number | null; body: string },
  ): void {
    this.log.push({
      ...{ id: this.#nextLogId++, accountId, listingMapId: data.listingMapId },
      ...{ webhookNotificationSettingId: registration.id, isEnabled: registration.isEnabled },
      ...{ url: registration.url, login: registration.login },
      password: registration.password === null ? null : '****',
      ...{ object: objectOf[event], objectId: data.id, event },
      ...{ responseStatus: attempt.status, responseBody: attempt.body },
    })
    if (this.log.length > 10_000) this.log.shift()
  }
}

function headersFor({ login, password }: WebhookRegistration): Record<string, string> {
  const json = { 'content-type': 'application/json' }
  if (login === null || password === null) return json
  return { ...json, authorization: `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}` }
}

type WebhookBody = Partial<Omit<WebhookRegistration, 'id' | 'isEnabled'>> & { isEnabled?: number | boolean }
type WebhookByIdRequest = { Params: { id: string }; Body: WebhookBody }

const base = '/webhooks/unifiedWebhooks'

export function webhookRoutes(app: FastifyInstance, { world }: Store, webhooks: Webhooks): void {
  const { registrations } = webhooks
  const registered = ({ id }: { id: string }) => heldOr(registrations.get(Number(id)), notFound)

  app.post<{ Body: WebhookBody }>(base, ({ body }) => {
    const registration = { ...readRegistration(body), id: world.nextNumber('webhook', 3_301) }
    registrations.set(registration.id, registration)
    return success(registration)
  })
  app.get<{ Querystring: Query }>(base, ({ query }) => page([...registrations.values()], query))
  app.get<WebhookByIdRequest>(`${base}/:id`, ({ params }) => success(registered(params)))
  app.put<WebhookByIdRequest>(`${base}/:id`, ({ params, body }) => {
    const found = registered(params)
    return success(Object.assign(found, readRegistration(body, found)))
  })
  app.delete<WebhookByIdRequest>(`${base}/:id`, ({ params }) => {
    registrations.delete(registered(params).id)
    return success([])
  })
  app.get<{ Querystring: Query }>('/unifiedWebhookLogs', ({ query }) =>
    page(webhooks.log.toReversed(), query),
  )
}

function readRegistration(body: WebhookBody, before?: WebhookRegistration): Omit<WebhookRegistration, 'id'> {
  const blank = { url: '', isEnabled: 1, login: null, password: null, alertingEmailAddress: null }
  const { url, isEnabled, login, password, alertingEmailAddress } = { ...blank, ...before, ...body }
  if (!/^https?:$/.test(URL.parse(url)?.protocol ?? '')) refuse(failure(400, 'url is invalid'))
  return { isEnabled: Number(isEnabled), url, login, password, alertingEmailAddress }
}
