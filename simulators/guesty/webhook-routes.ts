import type { FastifyInstance } from 'fastify'
import type { SimulatorClock } from '../kit/clock.ts'
import { textParam } from '../kit/query.ts'
import type { Query } from '../kit/query.ts'
import { Refusal } from '../kit/refusal.ts'
import { heldOr } from '../kit/server.ts'
import { refusal } from './answers.ts'
import { accountId } from './store.ts'
import type { Store } from './store.ts'
import { retiredEvents } from './vocabulary.ts'
import type { WebhookRegistration, Webhooks } from './webhooks.ts'

type WebhookBody = Pick<WebhookRegistration, 'url' | 'events'>
type WebhookByIdRequest = { Params: { id: string } }

const notFound = refusal(404, 'Webhook not found', 'NOT_FOUND')
const noEndpoint = refusal(404, 'Endpoint not found', 'NOT_FOUND')

export function webhookRoutes(
  app: FastifyInstance,
  store: Store,
  webhooks: Webhooks,
  clock: SimulatorClock,
): void {
  const { registrations } = webhooks

  app.get('/webhooks', () => [...registrations.values()])

  app.post('/webhooks', ({ body }, reply) => {
    const fields = body as WebhookBody
    demandKept(fields.events)
    const registration: WebhookRegistration = { _id: store.ids.make(clock.nowMs()), accountId, ...fields }
    webhooks.register(registration)
    return reply.code(201).send(registration)
  })

  app.get<WebhookByIdRequest>('/webhooks/:id', ({ params }) => heldOr(registrations.get(params.id), notFound))

  app.put<WebhookByIdRequest>('/webhooks/:id', ({ params, body }) => {
    const registration = heldOr(registrations.get(params.id), notFound)
    const { url = registration.url, events = registration.events } = body as Partial<WebhookBody>
    demandKept(events)
    webhooks.change(registration, { url, events })
    // One registration, but in a list.
    return [registration]
  })

  app.delete<WebhookByIdRequest>('/webhooks/:id', ({ params }, reply) => {
    webhooks.remove(heldOr(registrations.get(params.id), notFound))
    return reply.code(204).send()
  })

  app.get<{ Querystring: Query }>('/webhooks-v2/secret', ({ query }) => ({
    key: heldOr(webhooks.keyOf(textParam(query, 'url') ?? ''), noEndpoint),
  }))
}

/** No event of a registration may be given up. */
function demandKept(events: readonly string[]): void {
  const name = events.find((event) => Object.hasOwn(retiredEvents, event))
  if (name === undefined) return
  throw new Refusal(refusal(400, `${name} is deprecated, use ${retiredEvents[name]}`))
}
