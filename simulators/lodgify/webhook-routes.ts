import type { FastifyInstance } from 'fastify'
import { heldOr, refuse } from '../kit/server.ts'
import { notFound, problem } from './failure.ts'
import type { Webhooks } from './webhooks.ts'

type SubscribeRequest = { Body: { target_url: string; event: string } }

export function webhookRoutes(app: FastifyInstance, webhooks: Webhooks): void {
  app.get('/webhooks/v1/list', () => webhooks.list().map(({ id, event, url }) => ({ id, event, url })))

  app.post<SubscribeRequest>('/webhooks/v1/subscribe', ({ body }, reply) => {
    const subscription = webhooks.subscribe(body.event, body.target_url)
    const { id, secret } = heldOr(subscription, problem(409, 'target_url is in use'))
    // The secret is shown only here.
    return reply.code(201).send({ id, secret })
  })

  app.delete<{ Body: { id: string } }>('/webhooks/v1/unsubscribe', ({ body }, reply) => {
    if (!webhooks.unsubscribe(body.id)) refuse(notFound)
    return reply.code(200).send()
  })
}
