import type { FastifyInstance } from 'fastify'
import { nested } from '../kit/nested.ts'
import { heldOr, sendAnswer } from '../kit/server.ts'
import type { ChannexAccount } from './account.ts'
import { invalid, listed, momentOf, notFound, resource } from './answers.ts'
import type { Message, Review } from './records.ts'
import { byText, type ResourceCall, type ResourceListCall } from './routes.ts'
import type { WebhookOrder, Webhooks } from './webhooks.ts'

type ThreadOrder = { order?: { updated_at?: string } }

export function inboxRoutes(app: FastifyInstance, { world }: ChannexAccount): void {
  type Thread = ReturnType<typeof world.threads.all>[number]
  const threadOf = (id: string): Thread =>
    heldOr(
      world.threads.all().find((thread) => String(thread.id) === id),
      notFound,
    )
  const show = ({ id, stay, messages }: Thread) => {
    const last = messages.at(-1)
    const customer = stay.customer as { name?: string; surname?: string } | null
    const row = {
      id: String(id),
      title: [customer?.surname, customer?.name].filter(Boolean).join(' ') || null,
      is_closed: false,
      provider: stay.ota_name === 'Booking.com' ? 'BookingCom' : 'AirBNB',
      message_count: messages.length,
      last_message: last ?? null,
      last_message_received_at: last?.inserted_at ?? null,
      ...{ inserted_at: messages[0]?.inserted_at ?? null, updated_at: last?.updated_at ?? null },
    }
    return { row, thread: resource('message_thread', row, { booking: stay.id, property: stay.property_id }) }
  }

  app.get<ResourceListCall>('/message_threads', ({ query }) => {
    const { order = {} } = nested(query as Record<string, unknown>) as ThreadOrder
    const rows = world.threads.all().map(show)
    const name = order.updated_at === undefined ? 'inserted_at' : 'updated_at'
    const newest = rows.toSorted(byText(({ row }) => row[name])).toReversed()
    return listed(
      newest.map(({ thread }) => thread),
      query,
    )
  })
  app.get<ResourceCall>('/message_threads/:id', ({ params }) => ({ data: show(threadOf(params.id)).thread }))
  app.get<ResourceCall & ResourceListCall>('/message_threads/:id/messages', ({ params, query }) =>
    listed(threadOf(params.id).messages.toReversed().map(showMessage), query),
  )
  app.post<ResourceCall & { Body: { message: { message: string } } }>(
    '/message_threads/:id/messages',
    ({ params, body }) => {
      const { stay } = threadOf(params.id)
      return { data: showMessage(world.say(stay, { body: body.message.message, isIncoming: false })) }
    },
  )

  app.get<ResourceListCall>('/reviews', ({ query }) => listed(world.reviews.all().map(showReview), query))
  app.post<ResourceCall & { Body: { reply: { reply: string } } }>(
    '/reviews/:id/reply',
    ({ params, body }) => {
      const review = heldOr(world.reviews.get(params.id), notFound)
      const updated_at = momentOf(world.nowMs())
      Object.assign(review, { reply: body.reply.reply, is_replied: true, updated_at })
      return { data: showReview(review) }
    },
  )
}

const showMessage = ({ thread_id, ...row }: Message): object =>
  resource('message', row, { message_thread: thread_id })

const showReview = ({ booking_id, ...row }: Review): object =>
  resource('review', row, { booking: booking_id })

export function webhookRoutes(
  app: FastifyInstance,
  webhooks: Webhooks,
  { properties }: ChannexAccount,
): void {
  app.get<ResourceListCall>('/webhooks', ({ query }) => listed(webhooks.list(), query))
  app.post<{ Body: { webhook: WebhookOrder } }>('/webhooks', ({ body }, reply) =>
    properties.has(body.webhook.property_id)
      ? reply.code(201).send({ data: webhooks.add(body.webhook) })
      : sendAnswer(reply, invalid('property_id', 'does not exist')),
  )
  app.delete<ResourceCall>('/webhooks/:id', ({ params }) => {
    heldOr(webhooks.remove(params.id) || undefined, notFound)
    return { meta: { message: 'Success' } }
  })
}
