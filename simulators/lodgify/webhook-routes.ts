import type { FastifyInstance } from 'fastify'
import { sendAnswer } from '../kit/server.ts'
import { notFound, problem } from './failure.ts'
import { webhookEvents } from './vocabulary.ts'
import type { Webhooks } from './webhooks.ts'

export function webhookRoutes(app: FastifyInstance, webhooks: Webhooks): void {
  app.get('/webhooks/v1/list', () => webhooks.list().map(({ id, event, url }) => ({ id, event, url })))

  app.post('/webhooks/v1/subscribe', (request, reply) => {
    const { target_url: url, event } = fieldsOf(request.body)
    if (typeof url !== 'string' || !/^https?:$/.test(URL.parse(url)?.protocol ?? '')) {
      return sendAnswer(reply, problem(400, 'target_url is not an address'))
    }
    if (typeof event !== 'string' || !webhookEvents.includes(event)) {
      return sendAnswer(reply, problem(400, 'event is not known'))
    }
    const made = webhooks.subscribe(event, url)
    if (made === undefined) return sendAnswer(reply, problem(409, 'target_url is in use'))
    // The only time the secret is told.
    return reply.code(201).send({ id: made.id, secret: made.secret })
  })

  app.delete('/webhooks/v1/unsubscribe', (request, reply) => {
    const { id } = fieldsOf(request.body)
    if (typeof id !== 'string') return sendAnswer(reply, problem(400, 'id is required'))
    return webhooks.unsubscribe(id) ? reply.code(200).send() : sendAnswer(reply, notFound)
  })
}

function fieldsOf(body: unknown): Record<string, unknown> {
  return (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>
}
