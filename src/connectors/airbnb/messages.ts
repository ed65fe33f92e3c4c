import type { MessageRecord } from '../../contract/records.ts'
import { fieldOf, orNull, readable } from '../../connector-kit/answers.ts'
import type { VendorOperations, VendorContext } from '../../connector-kit/connector.ts'
import { utcInstant } from '../../connector-kit/dates.ts'
import { attachmentsIn, senderOf } from '../../connector-kit/message-readings.ts'
import { emptyPage, mapping, mapRows } from '../../connector-kit/paginate.ts'
import { idText, presentText } from '../../connector-kit/readings.ts'
import { EssentialMissing } from '../../connector-kit/tolerance/essentials.ts'
import { demandId, idOfRow } from './ids.ts'
import { cursorPage, hostOf } from './lists.ts'
import { isOfHost, threadPath, threadQuery } from './threads.ts'
import { VendorMessage, VendorThread } from './vendor.ts'

export const messages: NonNullable<VendorOperations['messages']> = {
  async page(context, { conversationExternalId, cursor }) {
    const path = `${threadPath(conversationExternalId)}/messages`
    const page = await orNull(cursorPage(context.http, { path, name: 'messages', query: {}, cursor }))
    if (page === null) return emptyPage
    const { rows, next } = page
    const isHost = await hostsIn(context, rows, conversationExternalId)
    const message = mapping(
      'message',
      VendorMessage,
      (row) => toMessage(row, conversationExternalId, isHost),
      idOfRow,
    )
    return { ...mapRows(rows, message), next }
  },
}

type IsOfHost = (userId: string | null) => boolean

/**
 * Anybody but the host writes as a guest. If several others write, one may work for the host: the thread says
 * so.
 */
async function hostsIn(context: VendorContext, rows: unknown[], threadId: string): Promise<IsOfHost> {
  const host = String((await hostOf(context)).id)
  const writers = new Set(rows.flatMap((row) => presentText(fieldOf(row, 'user_id')) ?? []))
  writers.delete(host)
  if (writers.size < 2) return (userId) => userId === host
  const answer = await orNull(context.http.get(threadPath(threadId), { query: threadQuery }))
  const [thread] = readable(VendorThread, [fieldOf(answer, 'thread')])
  return (userId) => userId === host || (userId !== null && thread !== undefined && isOfHost(thread, userId))
}

function toMessage(row: VendorMessage, conversationExternalId: string, isHost: IsOfHost): MessageRecord {
  const sentAt = utcInstant(row.created_at)
  if (sentAt === null) throw new EssentialMissing('a message without time')
  return {
    externalId: demandId(row.id_str, row.id, 'message'),
    conversationExternalId,
    ...senderOf(!isHost(idText(row.user_id))),
    channel: 'airbnb',
    body: row.message ?? '',
    attachments: attachmentsIn([
      ...(row.attachment_media ?? []).flatMap((file) =>
        file ? [{ id: file.id, url: file.url, contentType: file.content_type }] : [],
      ),
      ...(row.attachment_images ?? []).flatMap((image) => (image ? [{ url: image.url }] : [])),
    ]),
    sentAt,
  }
}
