import type { FastifyInstance } from 'fastify'
import type { SimulatorClock } from '../kit/clock.ts'
import { textParam } from '../kit/query.ts'
import type { Query } from '../kit/query.ts'
import { sendAnswer } from '../kit/server.ts'
import { refusal } from './answers.ts'
import { accountId } from './store.ts'
import type { Store } from './store.ts'
import { retiredEvents, webhookEvents } from './vocabulary.ts'
import type { WebhookRegistration, Webhooks } from './webhooks.ts'

type WithId = { Params: { id: string } }

const notFound = refusal(404, 'Webhook not found', 'NOT_FOUND')

export function webhookRoutes(
  app: FastifyInstance,
  store: Store,
  webhooks: Webhooks,
  clock: SimulatorClock,
): void {
  const { registrations } = webhooks

  app.get('/webhooks', () => [...registrations.values()])

  app.post('/webhooks', ({ body }, reply) => {
    const wanted = readWanted(body, undefined)
    if (typeof wanted === 'string') return sendAnswer(reply, refusal(400, wanted))
    const made: WebhookRegistration = { _id: store.ids.make(clock.nowMs()), accountId, ...wanted }
    webhooks.register(made)
    return reply.code(201).send(made)
  })

  app.get<WithId>('/webhooks/:id', ({ params }, reply) => {
    return registrations.get(params.id) ?? sendAnswer(reply, notFound)
  })

  app.put<WithId>('/webhooks/:id', ({ params, body }, reply) => {
    const found = registrations.get(params.id)
    if (found === undefined) return sendAnswer(reply, notFound)
    const wanted = readWanted(body, found)
    if (typeof wanted === 'string') return sendAnswer(reply, refusal(400, wanted))
    webhooks.change(found, wanted)
    // One registration, but in a list.
    return [found]
  })

  app.delete<WithId>('/webhooks/:id', ({ params }, reply) =>
    webhooks.remove(params.id) ? reply.code(204).send() : sendAnswer(reply, notFound),
  )

  app.get<{ Querystring: Query }>('/webhooks-v2/secret', ({ query }, reply) => {
    const url = textParam(query, 'url')
    if (url === undefined) return sendAnswer(reply, refusal(400, 'url should not be empty'))
    const key = webhooks.keyOf(url)
    return key === undefined ? sendAnswer(reply, refusal(404, 'Endpoint not found', 'NOT_FOUND')) : { key }
  })
}

/** The address and the events wanted, or what is wrong with them. */
function readWanted(
  input: unknown,
  before: WebhookRegistration | undefined,
): { url: string; events: string[] } | string {
  const body = (typeof input === 'object' && input !== null ? input : {}) as Record<string, unknown>
  const url = body.url ?? before?.url
  if (typeof url !== 'string' || !/^https?:$/.test(URL.parse(url)?.protocol ?? '')) return 'url is invalid'
  const events: unknown = body.events ?? before?.events
  if (!Array.isArray(events) || events.length === 0) return 'events are required'
  for (const event of events as unknown[]) {
    const name = String(event)
    const instead = Object.hasOwn(retiredEvents, name) ? retiredEvents[name] : undefined
    if (instead !== undefined) return `${name} is deprecated, use ${instead}`
    if (!webhookEvents.includes(name)) return `events must be one of ${webhookEvents.join(', ')}`
  }
  return { url, events: events as string[] }
}
