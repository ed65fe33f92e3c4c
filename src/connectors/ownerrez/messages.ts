import type { MessageRecord } from '../../contract/records.ts'
import { orNull } from '../../connector-kit/answers.ts'
import type { Operations } from '../../connector-kit/connector.ts'
import { UnreadableValue } from '../../connector-kit/dates.ts'
import { textOfHtml } from '../../connector-kit/html-text.ts'
import { senderOf } from '../../connector-kit/message-readings.ts'
import { mapping, mapRows } from '../../connector-kit/paginate.ts'
import { meaningOf } from '../../connector-kit/readings.ts'
import { listPage } from './envelope.ts'
import { instant } from './map.ts'
import { VendorMessage } from './vendor.ts'

const directions: Record<string, MessageRecord['direction']> = { incoming: 'inbound', outgoing: 'outbound' }

export const messages: NonNullable<Operations['messages']> = {
  /** Refused to accounts without a signed agreement on messages, which is not the same as having none. */
  async page({ http }, { conversationExternalId, cursor }) {
    const list = { path: '/v2/messages', query: { threadId: conversationExternalId }, cursor }
    const { rows, next } = (await orNull(listPage(http, list))) ?? { rows: [], next: null }
    const ofThread = mapping('message', VendorMessage, (row) => toMessage(row, conversationExternalId))
    return { ...mapRows(rows, ofThread), next }
  },
}

export function toMessage(row: VendorMessage, conversationExternalId: string): MessageRecord {
  const direction = meaningOf(directions, row.direction)
  const sentAt = instant(row.sent_utc)
  if (direction === undefined || sentAt === null) {
    throw new UnreadableValue('a message without a known direction or time')
  }
  return {
    externalId: String(row.id),
    conversationExternalId,
    ...senderOf(direction === 'inbound'),
    body: textOfHtml(row.body ?? ''),
    ...(typeof row.is_automated === 'boolean' ? { isAutomated: row.is_automated } : {}),
    sentAt,
  }
}
