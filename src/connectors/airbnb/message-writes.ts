import { fieldOf } from '../../connector-kit/answers.ts'
import type { MessageWrites, OutgoingFile } from '../../connector-kit/message-write-operations.ts'
import { idText, presentText } from '../../connector-kit/readings.ts'
import { VendorError } from '../../connector-kit/vendor-error.ts'
import type { VendorContext } from '../../connector-kit/vendor-context.ts'

const idOf = (answer: unknown): string | null => {
  const id = fieldOf(answer, 'id')
  return typeof id === 'string' || typeof id === 'number' ? idText(id) : null
}

/** This form sends text only. */
export const messageWrites: MessageWrites = {
  // No limit is known, so this one is low.
  maxLength: 4000,
  channels: [],
  files: null,

  async send({ http }, { conversationExternalId, body }) {
    const answer = await http.post('/v2/messages', {
      body: { thread_id: conversationExternalId, message: body },
    })
    return { externalId: idOf(answer), channel: 'airbnb', sentAt: null }
  },
}

/**
 * Each picture becomes a message of its own. The upload's path is unknown, so this call is a reconstruction.
 */
export const messagesWithPictures: MessageWrites = {
  ...messageWrites,
  files: {
    types: ['image/jpeg', 'image/png', 'image/gif'],
    perMessage: 1,
    maxBytes: 25_000_000,
    textApart: true,
  },

  async send(context, message) {
    const [picture] = message.files
    if (!picture) return messageWrites.send(context, message)
    const id = await upload(context, picture)
    const answer = await context.http.post('/v2/messages', {
      body: { thread_id: message.conversationExternalId, attachment_media: [{ id }] },
    })
    return { externalId: idOf(answer), channel: 'airbnb', sentAt: null }
  },
}

/** A picture without a message is invisible, so after a lost answer it is uploaded again. */
async function upload({ http }: VendorContext, file: OutgoingFile): Promise<string> {
  const bytes = await file.bytes()
  const answer = await http.post('/v2/media_uploads', {
    body: { content_type: file.contentType, filename: file.filename, image: bytes.toString('base64') },
    safe: true,
  })
  const id = presentText(fieldOf(answer, 'id'))
  if (id === null) throw new VendorError('malformed', 'a picture was taken and its id not told')
  return id
}
