import { utcInstant } from '../../connector-kit/dates.ts'
import { idText } from '../../connector-kit/readings.ts'
import type { MessageWrites, OutgoingFile } from '../../connector-kit/message-write-operations.ts'
import { requireScope } from './scopes.ts'
import { requireWritten } from './written.ts'

export const messageWrites: MessageWrites = {
  // The vendor documents no limit; this one is ours.
  maxLength: 4000,
  channels: [],
  files: {
    // The types are from the vendor's description. It names no size, so the limit is small.
    types: ['image/jpeg', 'image/png', 'image/gif', 'application/pdf'],
    perMessage: 1,
    maxBytes: 5 * 1024 * 1024,
    // The vendor's examples have a text with every file; files alone are not documented.
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
    const entry = requireWritten(await context.http.post('/v2/bookings/messages', { body: [message] }))
    const { id, time } = entry.new ?? {}
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
