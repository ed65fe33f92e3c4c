import { fieldOf } from '../../connector-kit/answers.ts'
import type { VendorContext } from '../../connector-kit/connector.ts'
import type { MessageWrites, OutgoingFile } from '../../connector-kit/message-write-operations.ts'
import { presentText } from '../../connector-kit/readings.ts'
import { VendorError } from '../../connector-kit/vendor-error.ts'
import { threadPath } from './threads.ts'

export const messageWrites: MessageWrites = {
  // No limit is known, so this one is low.
  maxLength: 4000,
  channels: [],
  files: { types: ['image/jpeg', 'image/png'], perMessage: 5, maxBytes: 1_000_000, needText: true },

  async send(context, { conversationExternalId, body, files }) {
    const path = threadPath(context, conversationExternalId)
    const attachments: string[] = []
    for (const file of files) attachments.push(await upload(context, path, file))
    const message = { content: body, ...(attachments.length === 0 ? {} : { attachment_ids: attachments }) }
    const answer = await context.http.post(path, { body: { message } })
    const externalId = presentText(fieldOf(fieldOf(answer, 'data'), 'message_id'))
    return { externalId, channel: 'booking', sentAt: null }
  },
}

/** A file without a message is invisible. */
async function upload({ http }: VendorContext, path: string, file: OutgoingFile): Promise<string> {
  const bytes = await file.bytes()
  const answer = await http.post(`${path}/attachments`, {
    body: {
      attachment: {
        file_name: file.filename,
        file_content: bytes.toString('base64'),
        file_type: file.contentType,
        file_size: bytes.length,
      },
    },
  })
  const id = presentText(fieldOf(fieldOf(answer, 'data'), 'attachment_id'))
  if (id === null) throw new VendorError('malformed', 'a file was taken and its id not told')
  return id
}
