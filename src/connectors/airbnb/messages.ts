import type { MessageRecord } from '../../contract/records.ts'
import { orNull } from '../../connector-kit/answers.ts'
import type { Operations } from '../../connector-kit/connector.ts'
import { utcInstant } from '../../connector-kit/dates.ts'
import { attachmentsIn, senderOf } from '../../connector-kit/message-readings.ts'
import { emptyPage, mapping, mapRows } from '../../connector-kit/paginate.ts'
import { idText } from '../../connector-kit/readings.ts'
import { cursorPage, hostOf } from './lists.ts'
import { threadPath } from './threads.ts'
import { VendorMessage } from './vendor.ts'

export const messages: NonNullable<Operations['messages']> = {
  async page(context, { conversationExternalId, cursor }) {
    const host = String((await hostOf(context)).id)
    const path = `${threadPath(conversationExternalId)}/messages`
    const page = await orNull(cursorPage(context.http, { path, name: 'messages', query: {}, cursor }))
    if (page === null) return emptyPage
    const { rows, next } = page
    const message = mapping('message', VendorMessage, (row) => toMessage(row, conversationExternalId, host))
    return { ...mapRows(rows, message), next }
  },
}

/** Whoever is not the host writes as a guest: co-hosts are told apart by the thread only. */
function toMessage(row: VendorMessage, conversationExternalId: string, host: string): MessageRecord {
  const sentAt = utcInstant(row.created_at)
  if (sentAt === null) throw new Error('a message without time')
  return {
    externalId: String(row.id),
    conversationExternalId,
    ...senderOf(idText(row.user_id) !== host),
    channel: 'airbnb',
    body: row.message ?? '',
    attachments: attachmentsIn(
      row.attachment_media?.flatMap((file) =>
        file ? [{ id: file.id, url: file.url, contentType: file.content_type }] : [],
      ),
    ),
    sentAt,
  }
}
