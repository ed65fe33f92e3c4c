import { plainId } from '../../connector-kit/paginate.ts'
import type { MessageWrites } from '../../connector-kit/message-write-operations.ts'
import { reservationsIn } from './conversations.ts'

export const messageWrites: MessageWrites = {
  // No limit is documented; this is the API's own.
  maxLength: 4000,
  channels: [],
  // Pictures that the vendor fetches. Their number and size are not documented clearly, so both are kept small. `body` is
  // required with them; vendor description.
  files: { types: ['image/jpeg', 'image/png'], perMessage: 3, maxBytes: 5 * 1024 * 1024, needText: true },

  async send(context, { conversationExternalId, body, files }) {
    // The newest of a conversation's reservations; without one it is an inquiry, which has the id of its conversation.
    const reservation = (await reservationsIn(context, conversationExternalId)).at(-1)
    const place =
      reservation === undefined
        ? `/v2/inquiries/${encodeURIComponent(conversationExternalId)}`
        : `/v2/reservations/${encodeURIComponent(plainId(reservation))}`
    const images = files.length === 0 ? {} : { images: files.map(({ url }) => url) }
    await context.http.post(`${place}/messages`, { body: { body, ...images } })
    // The answer does not tell the id of this one.
    return { externalId: null, channel: null, sentAt: null }
  },
}
