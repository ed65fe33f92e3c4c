import { orNull, readable } from '../../connector-kit/answers.ts'
import type { Operations } from '../../connector-kit/connector.ts'
import { firstInstant } from '../../connector-kit/dates.ts'
import type { MessageWrites } from '../../connector-kit/message-write-operations.ts'
import { emptyPage, mapping, mapRows, readCursor, writeCursor } from '../../connector-kit/paginate.ts'
import { conversationPlatform } from './channels.ts'
import { idOf, readRecord, readRows } from './envelope.ts'
import { toMessage } from './map-conversation.ts'
import { VendorPost } from './vendor-inbox.ts'
import { VendorSent } from './vendor-writes.ts'

const path = '/v1/communication/conversations'
// How long the pages are cannot be chosen; the answer says it.
const usualPageSize = 25

export const messages: NonNullable<Operations['messages']> = {
  async page({ http }, { conversationExternalId, cursor }) {
    const place = readCursor<{ after: string | null }>(cursor, { after: null })
    const posts = `${path}/${encodeURIComponent(conversationExternalId)}/posts`
    const answer = await orNull(http.get(posts, { query: { sort: '-createdAt', cursorAfter: place.after } }))
    // A conversation that is gone has no messages.
    if (answer === null) return emptyPage
    const { rows, limit, after } = readRows(answer, 'posts')
    const read = mapping('message', VendorPost, (row) => toMessage(row, conversationExternalId), idOf)
    // The last page names a place to go on as well, though nothing is there.
    const isLast = after === null || after === place.after || rows.length < (limit ?? usualPageSize)
    return { ...mapRows(rows, read), next: isLast ? null : writeCursor({ after }) }
  },
}

/** The vendor's names for the channels' own inboxes. */
const modules: Record<string, string> = { airbnb: 'airbnb2', booking: 'bookingCom', vrbo: 'homeaway2' }

export const messageWrites: MessageWrites = {
  // No limit is documented; this is the API's own.
  maxLength: 4000,
  channels: ['email', 'sms', 'whatsapp'],
  // The call has no field for them; vendor description.
  files: null,

  async send({ http }, { conversationExternalId, platform, body, channel }) {
    const type = channel ?? modules[platform ?? ''] ?? 'email'
    const send = `${path}/${encodeURIComponent(conversationExternalId)}/send-message`
    const answer = readRecord(await http.post(send, { body: { module: { type }, body } }))
    const [row] = readable(VendorSent, [answer])
    const told = row?.module?.type ?? type
    return {
      externalId: row?._id ?? null,
      channel: conversationPlatform(told) ?? told,
      sentAt: firstInstant(row?.sentAt, row?.createdAt),
    }
  },
}
