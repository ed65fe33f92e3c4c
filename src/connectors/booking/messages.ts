import type { MessageRecord } from '../../contract/records.ts'
import { listIn } from '../../connector-kit/answers.ts'
import type { VendorOperations } from '../../connector-kit/connector.ts'
import { utcInstant } from '../../connector-kit/dates.ts'
import { senderOf } from '../../connector-kit/message-readings.ts'
import { emptyPage, idIn, mapping, mapRows } from '../../connector-kit/paginate.ts'
import { presentText } from '../../connector-kit/readings.ts'
import { oneThread } from './threads.ts'
import { VendorMessage } from './vendor.ts'

export const messages: NonNullable<VendorOperations['messages']> = {
  async page(context, { conversationExternalId, cursor }) {
    const thread = await oneThread(context, conversationExternalId, cursor)
    if (thread === null) return emptyPage
    const map = (row: VendorMessage) => toMessage(row, conversationExternalId)
    const message = mapping('message', VendorMessage, map, idIn('message_id'))
    return { ...mapRows(listIn(thread.row, 'messages'), message), next: thread.next }
  },
}

/** Older documents call the property `hotel`. The channel's own messages are inbound. */
const ofProperty: readonly unknown[] = ['property', 'hotel']

/** A message names its files by id only. */
function toMessage(row: VendorMessage, conversationExternalId: string): MessageRecord {
  const sentAt = utcInstant(row.timestamp)
  if (sentAt === null) throw new Error('a message without time')
  const { participant_type, name } = row.sender?.metadata ?? {}
  return {
    externalId: row.message_id,
    conversationExternalId,
    ...senderOf(!ofProperty.includes(participant_type)),
    senderName: presentText(name),
    channel: 'booking',
    body: row.content ?? '',
    isAutomated: row.message_type === 'automatically_sent_template',
    sentAt,
  }
}
