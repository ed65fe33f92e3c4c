import type { FastifyInstance } from 'fastify'
import type { Query } from '../kit/query.ts'
import { sendAnswer } from '../kit/server.ts'
import { failure, notFound, page, success } from './envelope.ts'
import type { Store } from './store.ts'
import type { WebhookRegistration, Webhooks } from './webhooks.ts'

type WithId = { Params: { id: string } }
type Wanted = Omit<WebhookRegistration, 'id'>

const base = '/webhooks/unifiedWebhooks'

export function webhookRoutes(app: FastifyInstance, store: Store, webhooks: Webhooks): void {
  const { registrations } = webhooks

  app.post(base, (request, reply) => {
    const wanted = readRegistration(request.body, undefined)
    if (typeof wanted === 'string') return sendAnswer(reply, failure(400, wanted))
    const registration = { id: store.nextId('webhook', 3_301), ...wanted }
    registrations.set(registration.id, registration)
    return success(registration)
  })

  app.get<{ Querystring: Query }>(base, (request) => page([...registrations.values()], request.query))

  app.get<WithId>(`${base}/:id`, (request, reply) => {
    const found = registrations.get(Number(request.params.id))
    return found === undefined ? sendAnswer(reply, notFound) : success(found)
  })

  app.put<WithId>(`${base}/:id`, (request, reply) => {
    const found = registrations.get(Number(request.params.id))
    if (found === undefined) return sendAnswer(reply, notFound)
    const wanted = readRegistration(request.body, found)
    if (typeof wanted === 'string') return sendAnswer(reply, failure(400, wanted))
    return success(Object.assign(found, wanted))
  })

  app.delete<WithId>(`${base}/:id`, (request, reply) =>
    registrations.delete(Number(request.params.id)) ? success([]) : sendAnswer(reply, notFound),
  )

  app.get<{ Querystring: Query }>('/unifiedWebhookLogs', (request) =>
    page(webhooks.log.toReversed(), request.query),
  )
}

/** The registration wanted, or what is wrong with it. */
function readRegistration(input: unknown, before: WebhookRegistration | undefined): Wanted | string {
  const body = (typeof input === 'object' && input !== null ? input : {}) as Record<string, unknown>
  const url = body.url ?? before?.url
  if (typeof url !== 'string' || !/^https?:$/.test(URL.parse(url)?.protocol ?? '')) return 'url is invalid'
  const text = (name: 'login' | 'password' | 'alertingEmailAddress') => {
    const value = body[name] === undefined ? before?.[name] : body[name]
    return typeof value === 'string' ? value : null
  }
  const isEnabled = body.isEnabled ?? before?.isEnabled ?? 1
  return {
    isEnabled: isEnabled === 0 || isEnabled === false ? 0 : 1,
    url,
    login: text('login'),
    password: text('password'),
    alertingEmailAddress: text('alertingEmailAddress'),
  }
}
