import { plainId } from '../../connector-kit/paginate.ts'
import type { MessageWrites } from '../../connector-kit/message-write-operations.ts'
import { reservationsIn } from './conversations.ts'

export const messageWrites: MessageWrites = {
  // The vendor documents no limit; this one is ours.
  maxLength: 4000,
  channels: [],
  // The vendor fetches pictures. It does not document their number and size clearly, so both are small. Its
  // description requires `body` with them.
  files: { types: ['image/jpeg', 'image/png'], perMessage: 3, maxBytes: 5 * 1024 * 1024, needText: true },

  async send(context, { conversationExternalId, body, files }) {
    // The message goes to the conversation's newest reservation; without one it is an inquiry, which has the
    // conversation's id.
    const reservation = (await reservationsIn(context, conversationExternalId)).at(-1)
    const place =
      reservation === undefined
        ? `/v2/inquiries/${encodeURIComponent(conversationExternalId)}`
        : `/v2/reservations/${encodeURIComponent(plainId(reservation))}`
    const images = files.length === 0 ? {} : { images: files.map(({ url }) => url) }
    await context.http.post(`${place}/messages`, { body: { body, ...images } })
    // The answer lacks the message's id.
    return { externalId: null, channel: null, sentAt: null }
  },
}
