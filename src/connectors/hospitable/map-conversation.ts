import { createHash } from 'node:crypto'
import type { ConversationRecord, MessageRecord } from '../../contract/records.ts'
import { attachmentsIn, senderOf } from '../../connector-kit/message-readings.ts'
import { presentText } from '../../connector-kit/readings.ts'
import { conversationPlatform } from './channels.ts'
import { toGuest } from './map-reservation.ts'
import { instant } from './map.ts'
import type { VendorInquiry, VendorMessage, VendorReservation } from './vendor.ts'

/** undefined: nobody has written yet. */
export function conversationOfReservation(row: VendorReservation): ConversationRecord | undefined {
  const externalId = presentText(row.conversation_id)
  if (externalId === null || presentText(row.last_message_at) === null) return undefined
  const guest = row.guest ? toGuest(row.guest) : null
  return {
    externalId,
    platform: conversationPlatform(row.platform),
    listingExternalId: row.properties?.[0]?.id ?? null,
    reservationExternalId: row.id,
    ...(guest === null ? {} : { guest }),
    lastMessageAt: instant(row.last_message_at),
  }
}

/** An inquiry has the id of its conversation, and keeps it when it becomes a reservation. */
export function conversationOfInquiry(row: VendorInquiry): ConversationRecord {
  const property = Array.isArray(row.properties) ? row.properties[0] : row.properties
  const guest = row.guest ? toGuest(row.guest) : null
  return {
    externalId: row.id,
    platform: conversationPlatform(row.platform),
    listingExternalId: property?.id ?? null,
    reservationExternalId: row.id,
    ...(guest === null ? {} : { guest }),
    lastMessageAt: instant(row.last_message_at) ?? instant(row.inquiry_date),
  }
}

export function toMessage(row: VendorMessage, conversationExternalId: string): MessageRecord {
  const sentAt = instant(row.created_at)
  if (sentAt === null) throw new Error('a message without time')
  const inbound = row.sender_type === 'guest'
  if (!inbound && row.sender_type !== 'host') throw new Error(`unknown sender ${row.sender_type}`)
  return {
    externalId: messageKey(row),
    conversationExternalId,
    ...senderOf(inbound),
    senderName: presentText(row.sender?.full_name) ?? presentText(row.sender?.first_name),
    senderAvatar: presentText(row.sender?.picture_url),
    channel: conversationPlatform(row.platform),
    body: row.body ?? '',
    attachments: attachmentsIn(row.attachments?.map(({ url, type }) => ({ url, contentType: type }))),
    sentAt,
  }
}

/**
 * Messages have no id. `platform_id` may be that of the message or of its whole thread: nothing says which, so by
 * itself it would make one message of many.
 */
export function messageKey(row: VendorMessage): string {
  const said = `${row.created_at}\n${row.sender_type}\n${row.body ?? ''}`
  const digest = createHash('sha256').update(said).digest('hex').slice(0, 16)
  return `${presentText(row.platform_id) ?? 'message'}-${digest}`
}
