import type { FastifyInstance } from 'fastify'
import type { SimulatorClock } from '../kit/clock.ts'
import { textParam } from '../kit/query.ts'
import type { Query } from '../kit/query.ts'
import { sendAnswer } from '../kit/server.ts'
import { refusal } from './answers.ts'
import { accountId } from './store.ts'
import type { Store } from './store.ts'
import { retiredEvents } from './vocabulary.ts'
import type { WebhookRegistration, Webhooks } from './webhooks.ts'

type Wanted = Pick<WebhookRegistration, 'url' | 'events'>
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
    const wanted = body as Wanted
    const retired = refusalOf(wanted.events)
    if (retired !== undefined) return sendAnswer(reply, refusal(400, retired))
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
    const { url = found.url, events = found.events } = body as Partial<Wanted>
    const retired = refusalOf(events)
    if (retired !== undefined) return sendAnswer(reply, refusal(400, retired))
    webhooks.change(found, { url, events })
    // One registration, but in a list.
    return [found]
  })

  app.delete<WithId>('/webhooks/:id', ({ params }, reply) =>
    webhooks.remove(params.id) ? reply.code(204).send() : sendAnswer(reply, notFound),
  )

  app.get<{ Querystring: Query }>('/webhooks-v2/secret', ({ query }, reply) => {
    const key = webhooks.keyOf(textParam(query, 'url') ?? '')
    return key === undefined ? sendAnswer(reply, refusal(404, 'Endpoint not found', 'NOT_FOUND')) : { key }
  })
}

/** The events of a registration that are given up, in words. */
function refusalOf(events: readonly string[]): string | undefined {
  const name = events.find((event) => Object.hasOwn(retiredEvents, event))
  return name === undefined ? undefined : `${name} is deprecated, use ${retiredEvents[name]}`
}
