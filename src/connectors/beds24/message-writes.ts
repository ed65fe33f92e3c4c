import { utcInstant } from '../../connector-kit/dates.ts'
import { idText } from '../../connector-kit/readings.ts'
import type { MessageWrites, OutgoingFile } from '../../connector-kit/message-write-operations.ts'
import { requireScope } from './scopes.ts'
import { requireWritten } from './written.ts'

export const messageWrites: MessageWrites = {
  // No limit is documented; this is the API's own.
  maxLength: 4000,
  channels: [],
  files: {
    // Of the vendor's description. How large one may be is not documented, so it is kept small.
    types: ['image/jpeg', 'image/png', 'image/gif', 'application/pdf'],
    perMessage: 1,
    maxBytes: 5 * 1024 * 1024,
    // Its examples have a text with every file; one without is not documented.
    needText: true,
  },

  async send(context, { conversationExternalId, body, files }) {
    await requireScope(context, 'bookings')
    const [file] = files
    const message = {
      bookingId: Number(conversationExternalId),
      message: body,
      ...(file === undefined ? {} : await toAttachment(file)),
    }
    const written = requireWritten(await context.http.post('/v2/bookings/messages', { body: [message] }))
    const { id, time } = written.new ?? {}
    return { externalId: idText(id), channel: null, sentAt: utcInstant(time) }
  },
}

/** Files travel inside the message. */
async function toAttachment({ bytes, filename, contentType }: OutgoingFile): Promise<object> {
  return {
    attachment: (await bytes()).toString('base64'),
    attachmentName: filename,
    attachmentMimeType: contentType,
  }
}
