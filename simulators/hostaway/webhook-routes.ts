import type { FastifyInstance } from 'fastify'
import type { Query } from '../kit/query.ts'
import { heldOr, refuse } from '../kit/server.ts'
import { failure, notFound, page, success } from './envelope.ts'
import type { Store } from './store.ts'
import type { WebhookRegistration, Webhooks } from './webhooks.ts'

type WebhookBody = Partial<Omit<WebhookRegistration, 'id' | 'isEnabled'>> & { isEnabled?: number | boolean }
type WebhookByIdRequest = { Params: { id: string }; Body: WebhookBody }

const base = '/webhooks/unifiedWebhooks'

export function webhookRoutes(app: FastifyInstance, store: Store, webhooks: Webhooks): void {
  const { registrations } = webhooks
  const registered = ({ id }: { id: string }) => heldOr(registrations.get(Number(id)), notFound)

  app.post<{ Body: WebhookBody }>(base, ({ body }) => {
    const registration = { ...readRegistration(body, undefined), id: store.nextId('webhook', 3_301) }
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

function readRegistration(
  body: WebhookBody,
  before: WebhookRegistration | undefined,
): Omit<WebhookRegistration, 'id'> {
  const blank = { url: '', isEnabled: 1, login: null, password: null, alertingEmailAddress: null }
  const { url, isEnabled, login, password, alertingEmailAddress } = { ...blank, ...before, ...body }
  if (!/^https?:$/.test(URL.parse(url)?.protocol ?? '')) refuse(failure(400, 'url is invalid'))
  return { isEnabled: Number(isEnabled), url, login, password, alertingEmailAddress }
}
