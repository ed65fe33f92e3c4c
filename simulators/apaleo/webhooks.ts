import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { WebhookSender } from '../kit/webhook-sender.ts'
import type { WorldEvent } from '../kit/world/projection.ts'
import { retries } from '../kit/webhook-address.ts'
import { heldOr, refuse, sendAnswer } from '../kit/server.ts'
import { noContent, notFound, refusal } from './answers.ts'
import type { ApaleoKinds } from './projection.ts'

interface Subscription {
  id: string
  endpointUrl: string
  events: string[]
  propertyIds?: string[]
}

const types = { created: 'created', changed: 'amended', cancelled: 'canceled', deleted: 'deleted' } as const

/** Subscriptions are made by API, and each address is tested first. */
export class Webhooks {
  readonly #sender: WebhookSender
  readonly #nowMs: () => number
  readonly #subscriptions = new Map<string, Subscription>()
  #sent = 0

  constructor(sender: WebhookSender, nowMs: () => number) {
    this.#sender = sender
    this.#nowMs = nowMs
  }

  list(): Subscription[] {
    return [...this.#subscriptions.values()]
  }

  /** Returns undefined if the address does not take the test. */
  async add(request: Omit<Subscription, 'id'>): Promise<Subscription | undefined> {
    const status = await new Promise<number | null>((resolve) => {
      this.#post(request.endpointUrl, { topic: 'system', type: 'healthcheck', id: randomUUID() }, resolve)
    })
    if (retries.unlessTaken(status)) return undefined
    const subscription = { id: randomUUID(), ...request }
    this.#subscriptions.set(subscription.id, subscription)
    return subscription
  }

  remove(id: string): boolean {
    return this.#subscriptions.delete(id)
  }

  send(happened: WorldEvent<ApaleoKinds>): void {
    if (happened.family === 'message') return
    const { id: entityId, propertyId } = happened.row
    const topic = happened.family === 'home' ? 'unitgroup' : 'reservation'
    const type = happened.family === 'home' ? 'changed' : types[happened.action]
    this.#sent += 1
    // Both cases of the topic are documented.
    const topicWord = this.#sent % 2 === 0 && topic === 'reservation' ? 'Reservation' : topic
    for (const { endpointUrl, events, propertyIds } of this.list()) {
      const isWanted = events.includes(`${topic}/*`) || events.includes(`${topic}/${type}`)
      if (!isWanted || (propertyIds?.includes(propertyId ?? '') ?? true) === false) continue
      this.#post(endpointUrl, { topic: topicWord, type, id: randomUUID(), propertyId, data: { entityId } })
    }
  }

  /** `onTest` hears of the only attempt of a test; other deliveries are repeated until they are taken. */
  #post(url: string, event: object, onTest?: (status: number | null) => void): void {
    this.#sender.send({
      url,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ accountId: 'LWHT', timestamp: this.#nowMs(), ...event }),
      queue: onTest === undefined ? url : `test ${url}`,
      isRetried: (status) => onTest === undefined && retries.unlessTaken(status),
      onAttempt: ({ status }) => onTest?.(status),
    })
  }
}

export function webhookRoutes(app: FastifyInstance, webhooks: Webhooks): void {
  app.get('/v1/subscriptions', () => webhooks.list())

  app.post<{ Body: Omit<Subscription, 'id'> }>('/v1/subscriptions', async ({ body }, reply) => {
    const subscription = await webhooks.add(body)
    if (subscription === undefined) return refuse(refusal('The endpoint did not answer the health check.'))
    return reply.code(201).send({ id: subscription.id })
  })

  app.delete<{ Params: { id: string } }>('/v1/subscriptions/:id', ({ params }, reply) => {
    heldOr(webhooks.remove(params.id) || undefined, notFound)
    return sendAnswer(reply, noContent)
  })
}
