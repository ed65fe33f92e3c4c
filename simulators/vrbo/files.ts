/** Files of messages: each call uploads one, which stays forever and fits any thread of the home. */
import type { FastifyInstance } from 'fastify'
import { refuse, sendAnswer } from '../kit/server.ts'
import { badRequest, notFound } from './answers.ts'
import type { Inbox } from './inbox.ts'

export interface StoredFile {
  id: string
  name: string
  type: string
  threadId: string
  bytes: Buffer
  storedAtMs: number
}

const filesPath = '/supply-lodging/v1/files'
const largest = 5 * 1024 * 1024

/** Types are recognised by first bytes, since file names prove nothing. */
const kinds: readonly [type: string, start: string][] = [
  ['application/pdf', '25504446'],
  ['image/jpeg', 'ffd8ff'],
  ['image/png', '89504e47'],
]

export class Files {
  readonly stored = new Map<string, StoredFile>()

  register(app: FastifyInstance, inbox: Inbox, nowMs: () => number): void {
    app.addContentTypeParser('multipart/form-data', { parseAs: 'buffer' }, (_request, body, finish) =>
      finish(null, body),
    )
    app.post(filesPath, async ({ body, headers }, reply) => {
      const form = await new Response(new Uint8Array(body as Buffer), {
        headers: { 'content-type': headers['content-type'] ?? '' },
      })
        .formData()
        .catch(() => refuse(badRequest('The form cannot be read.')))
      const threadId = String(form.get('messageThreadId') ?? '')
      const files = [...form.values()].filter((part) => part instanceof File)
      const [file] = files
      if (!inbox.threads.has(threadId)) refuse(badRequest('messageThreadId names no thread.'))
      if (file === undefined || files.length > 1) refuse(badRequest('One file has to be sent in a call.'))
      const bytes = Buffer.from(await file.arrayBuffer())
      if (bytes.length > largest) refuse({ ...badRequest('The file is larger than 5 MB.'), status: 413 })
      const type = kinds.find(([, start]) => bytes.toString('hex', 0, 4).startsWith(start))?.[0]
      if (type === undefined) refuse({ ...badRequest('Only PDF, JPEG and PNG are taken.'), status: 415 })
      const id = `att-${this.stored.size + 40_001}`
      this.stored.set(id, { id, name: file.name, type, threadId, bytes, storedAtMs: nowMs() })
      return reply.code(201).send({ attachmentId: id })
    })
    app.get<{ Params: { id: string } }>(`${filesPath}/:id`, ({ params }, reply) => {
      const file = this.stored.get(params.id)
      return file === undefined ? sendAnswer(reply, notFound) : reply.type(file.type).send(file.bytes)
    })
  }
}
