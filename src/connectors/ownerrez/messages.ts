import type { MessageRecord } from '../../contract/records.ts'
import type { Operations } from '../../connector-kit/connector.ts'
import { UnreadableValue } from '../../connector-kit/dates.ts'
import { textOfHtml } from '../../connector-kit/html-text.ts'
import { mapRows, plainId } from '../../connector-kit/paginate.ts'
import { compileCheck, recordChecks } from '../../connector-kit/validate.ts'
import { listPage } from './envelope.ts'
import { instant } from './map.ts'
import { orNull } from './missing.ts'
import { VendorMessage } from './vendor.ts'

const check = compileCheck(VendorMessage)
const directions: Record<string, MessageRecord['direction']> = { incoming: 'inbound', outgoing: 'outbound' }

export const messages: NonNullable<Operations['messages']> = {
  /** Refused to accounts without a signed agreement on messages, which is not the same as having none. */
  async page({ http }, { conversationExternalId, cursor }) {
    const list = { path: '/v2/messages', query: { threadId: conversationExternalId }, cursor }
    const { rows, next } = (await orNull(listPage(http, list))) ?? { rows: [], next: null }
    const mapped = mapRows(rows, {
      row: check,
      record: recordChecks.message,
      idOf: plainId,
      map: (row: VendorMessage) => toMessage(row, conversationExternalId),
    })
    return { ...mapped, next }
  },
}

export function toMessage(row: VendorMessage, conversationExternalId: string): MessageRecord {
  const direction = Object.hasOwn(directions, row.direction) ? directions[row.direction] : undefined
  const sentAt = instant(row.sent_utc)
  if (direction === undefined || sentAt === null) {
    throw new UnreadableValue('a message without a known direction or time')
  }
  return {
    externalId: String(row.id),
    conversationExternalId,
    direction,
    senderType: direction === 'inbound' ? 'guest' : 'host',
    body: textOfHtml(row.body ?? ''),
    ...(typeof row.is_automated === 'boolean' ? { isAutomated: row.is_automated } : {}),
    sentAt,
  }
}
