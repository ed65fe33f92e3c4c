import type { FastifyInstance, FastifyRequest } from 'fastify'
import { intParam, textParam, type Query } from '../kit/query.ts'
import { sendAnswer } from '../kit/server.ts'
import { connectedHotel, notThere, refuseJson } from './access.ts'
import type { Account } from './account.ts'
import { codes, type AnswerWriter } from './answers.ts'
import type { Conversation, Inbox } from './inbox.ts'
import { MessageSearches } from './message-search.ts'
import { largestAttachment } from './message-shapes.ts'

const mostTold = 100
const pageSize = 20
const versions = ['1.2', '1.3']

interface MessageRequest {
  Params: { pid: string; cid: string; type: string; tag: string; id: string; job: string }
}

export function messageRoutes(
  app: FastifyInstance,
  account: Account,
  inbox: Inbox,
  answers: AnswerWriter,
): void {
  const searches = new MessageSearches(account, inbox)
  const checked = (request: FastifyRequest) => {
    if (versions.includes(String(request.headers['accept-version']))) return
    refuseJson(answers, 400, {
      code: codes.unable,
      text: `Accept-Version must be one of ${versions.join(', ')}`,
    })
  }
  const conversationOf = ({ pid, cid }: MessageRequest['Params']): Conversation => {
    const hotel = connectedHotel(account, answers, pid)
    const found = inbox.conversations.get(cid)
    return found?.propertyId === hotel.id ? found : notThere(answers, `There is no conversation ${cid}`)
  }
  app.addHook('preHandler', async (request) => checked(request))

  app.get('/messaging/messages/latest', (_request, reply) => {
    const messages = inbox.waiting().slice(0, mostTold)
    const entries = messages.map((message) => inbox.show(message))
    return sendAnswer(
      reply,
      answers.json({ messages: entries, number_of_messages: entries.length, ok: true }),
    )
  })
  app.put('/messaging/messages', (request, reply) => {
    inbox.confirm(intParam(request.query as Query, 'number_of_messages') ?? 0)
    return sendAnswer(reply, answers.json({ ok: true }))
  })

  app.get<MessageRequest>('/messaging/properties/:pid/conversations', (request, reply) => {
    const hotel = connectedHotel(account, answers, request.params.pid)
    const latestMs = ({ messages }: Conversation) => messages.at(-1)?.sentMs ?? 0
    const all = [...inbox.conversations.values()]
      .filter(({ propertyId }) => propertyId === hotel.id)
      .toSorted((one, other) => latestMs(other) - latestMs(one))
    const from = Number(textParam(request.query as Query, 'page_id') ?? 0)
    const rows = all.slice(from, from + pageSize).map((one) => showConversation(inbox, one, 1))
    const next_page_id = from + pageSize < all.length ? String(from + pageSize) : null
    return sendAnswer(reply, answers.json({ conversations: rows, next_page_id, ok: true }))
  })
  app.get<MessageRequest>('/messaging/properties/:pid/conversations/:cid', (request, reply) => {
    const conversation = showConversation(inbox, conversationOf(request.params))
    return sendAnswer(reply, answers.json({ conversation, next_page_id: null, ok: true }))
  })
  app.get<MessageRequest>('/messaging/properties/:pid/conversations/type/:type', (request, reply) => {
    const hotel = connectedHotel(account, answers, request.params.pid)
    const reference = textParam(request.query as Query, 'conversation_reference')
    const found = [...inbox.conversations.values()].find(
      (one) => one.propertyId === hotel.id && String(one.reservationId) === reference,
    )
    if (request.params.type !== 'reservation' || found === undefined)
      notThere(answers, 'There is no such conversation')
    return sendAnswer(
      reply,
      answers.json({ conversation: showConversation(inbox, found), next_page_id: null, ok: true }),
    )
  })
  app.post<MessageRequest>('/messaging/properties/:pid/conversations/:cid', (request, reply) => {
    const conversation = conversationOf(request.params)
    const { content, attachment_ids: attachments = [] } = (request.body as MessageBody).message
    if (!inbox.mayWrite(conversation)) {
      refuseJson(answers, 403, { code: codes.forbidden, text: 'The conversation is read_only' })
    }
    const strange = attachments.find((one) => !inbox.attachments.has(one))
    if (strange !== undefined) {
      refuseJson(answers, 400, {
        ...{ code: codes.invalid, text: `There is no attachment ${strange}` },
        fields: ['$.message.attachment_ids'],
      })
    }
    const { id } = inbox.add(conversation, content, { attachments })
    return sendAnswer(reply, answers.json({ message_id: id, guest_has_account: true, ok: true }))
  })
  app.post<MessageRequest>('/messaging/properties/:pid/conversations/:cid/attachments', (request, reply) => {
    conversationOf(request.params)
    const { file_content, ...file } = (request.body as AttachmentBody).attachment
    const size = Buffer.from(file_content, 'base64').length
    if (size !== file.file_size || size > largestAttachment) {
      const text = 'file_size must be that of the file, and at most 1 MB'
      refuseJson(answers, 400, { code: codes.invalid, text, fields: ['$.attachment.file_size'] })
    }
    const attachment_id = inbox.uuid()
    inbox.attachments.set(attachment_id, file)
    return sendAnswer(reply, answers.json({ attachment_id, ok: true }))
  })
  for (const method of ['PUT', 'DELETE'] as const) {
    app.route<MessageRequest>({
      method,
      url: '/messaging/properties/:pid/conversations/:cid/tags/:tag',
      handler: (request, reply) => {
        const conversation = conversationOf(request.params)
        const { tag } = request.params
        if (tag !== 'no_reply_needed' && tag !== 'message_read') notThere(answers, `There is no tag ${tag}`)
        const tagged = tag === 'no_reply_needed' ? [conversation] : conversation.messages
        for (const { tags } of tagged) {
          if (method === 'PUT') tags.add(tag)
          else tags.delete(tag)
        }
        return sendAnswer(reply, answers.json({ ok: true }))
      },
    })
  }

  app.post('/messaging/messages/search', (request, reply) =>
    sendAnswer(reply, answers.json({ job_id: searches.start(request.body as object), ok: true })),
  )
  app.get<MessageRequest>('/messaging/messages/search/result/:job', (request, reply) => {
    const found = searches.result(request.params.job)
    if (found === undefined) notThere(answers, `There is no search ${request.params.job}`)
    if (found === 'running') return sendAnswer(reply, answers.json({ ok: false }, { status: 202 }))
    const messages = found.map((message) => inbox.show(message))
    return sendAnswer(reply, answers.json({ messages, next_page_id: null, ok: true }))
  })
}

interface MessageBody {
  message: { content: string; attachment_ids?: string[] }
}
interface AttachmentBody {
  attachment: { file_name: string; file_content: string; file_type: string; file_size: number }
}

/** Shows a conversation with all of its messages, or with the latest ones. */
function showConversation(inbox: Inbox, conversation: Conversation, latest?: number): object {
  const { id, reservationId, messages, tags } = conversation
  return {
    conversation_id: id,
    conversation_type: 'reservation',
    conversation_reference: String(reservationId),
    access: inbox.mayWrite(conversation) ? 'read_write' : 'read_only',
    tags: { no_reply_needed: tags.has('no_reply_needed') },
    messages: messages.slice(latest === undefined ? 0 : -latest).map((message) => inbox.show(message)),
  }
}
