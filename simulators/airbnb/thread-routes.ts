import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Query } from '../kit/query.ts'
import { heldOr, refuse } from '../kit/server.ts'
import { demand, createdId, notFound, page } from './answers.ts'
import type { Desk } from './desk.ts'
import type { Thread } from './inbox.ts'
import { largestPicture, type Media } from './media.ts'

type ThreadByIdRequest = { Params: { id: string }; Querystring: Query }
interface MessageBody {
  thread_id: string
  message?: string
  attachment_media?: { id: string }[]
  parent_message_id?: string
}

/** Base64 adds a third, and the JSON around it a little. */
const largestUpload = largestPicture * 1.4

export function threadRoutes(api: FastifyInstance, desk: Desk, media: Media): void {
  const { account } = desk
  const { inbox } = account

  api.get<{ Querystring: Query }>('/threads', (request) => {
    const own = desk.hostOf(request)
    const rows = [...inbox.threads.values()]
      .filter(({ host_id }) => host_id === own)
      .toSorted(
        (one, other) => other.updated_at.localeCompare(one.updated_at) || Number(other.id) - Number(one.id),
      )
    return page('threads', rows, request.query, (thread) => inbox.shown(thread))
  })

  api.get<ThreadByIdRequest>('/threads/:id', (request) => ({
    thread: inbox.shown(ownThread(desk, request, request.params.id)),
  }))

  api.get<ThreadByIdRequest>('/threads/:id/messages', (request) => {
    const { id } = ownThread(desk, request, request.params.id)
    return page('messages', inbox.messagesOf(id).toReversed(), request.query)
  })

  api.post('/messages', (request) => {
    const { thread_id, message, attachment_media = [], parent_message_id } = request.body as MessageBody
    const thread = ownThread(desk, request, thread_id)
    demand(message !== undefined || attachment_media.length > 0, 'message is required.', 'missing_parameter')
    demand(message === undefined || attachment_media.length === 0, 'A picture goes without a message.')
    for (const { id } of attachment_media) {
      demand(media.get(id) !== undefined, `The picture ${id} was not sent.`, 'media_not_found')
    }
    const isAnswer = parent_message_id !== undefined
    const isKnown = inbox.messagesOf(thread.id).some(({ id }) => id === parent_message_id)
    demand(!isAnswer || isKnown, 'parent_message_id is not valid.')
    const content = { message: message ?? '', attachment_media, parent_message_id: parent_message_id ?? null }
    return createdId(account.say(thread, thread.host_id, content).id)
  })

  api.post('/media_uploads', { bodyLimit: largestUpload }, (request) => {
    const { content_type, image } = request.body as { content_type: string; image: string }
    media.origin = `http://${request.host}`
    const bytes = Buffer.from(image, 'base64')
    demand(bytes.length > 0 && bytes.length <= largestPicture, 'image is not valid.')
    return createdId(media.add(content_type, bytes).id)
  })
}

export function ownThread(desk: Desk, request: FastifyRequest, id: string): Thread {
  const thread = heldOr(desk.account.inbox.threads.get(id), notFound)
  return thread.host_id === desk.hostOf(request) ? thread : refuse(notFound)
}
