import { createHash } from 'node:crypto'
import type { ConversationRecord, MessageRecord } from '../../contract/records.ts'
import { attachmentsIn, senderOf } from '../../connector-kit/message-readings.ts'
import { textOfHtml } from '../../connector-kit/html-text.ts'
import { idText, presentText, presentTexts } from '../../connector-kit/readings.ts'
import { EssentialMissing } from '../../connector-kit/tolerance/essentials.ts'
import { conversationPlatform } from './channels.ts'
import { toGuest } from './map-reservation.ts'
import { instant } from './map.ts'
import type { VendorInquiry, VendorMessage, VendorReservation } from './vendor.ts'

/** Returns undefined if nobody has written yet. */
export function conversationOfReservation(row: VendorReservation): ConversationRecord | undefined {
  if (presentText(row.last_message_at) === null) return undefined
  const externalId = presentText(row.conversation_id)
  if (externalId === null) throw new EssentialMissing('messages in no conversation')
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

/** An inquiry has its conversation's id, and keeps it when it becomes a reservation. */
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
  if (sentAt === null) throw new EssentialMissing('a message without time')
  const inbound = /guest/i.test(row.sender_type)
  return {
    externalId: messageKey(row),
    formerIds: formerKeys(row),
    conversationExternalId,
    ...senderOf(inbound),
    ...(inbound || row.sender_type === 'host' ? {} : { senderType: row.sender_type }),
    senderName: senderName(row),
    senderAvatar: presentText(row.sender?.picture_url) ?? presentText(row.sender?.profile_picture),
    channel: conversationPlatform(row.platform),
    body: textOfHtml(row.body ?? ''),
    attachments: attachmentsIn(row.attachments?.map(({ url, type }) => ({ url, contentType: type }))),
    isAutomated: !inbound && machines.has(presentText(row.source)?.toLowerCase() ?? ''),
    sentAt,
  }
}

// No person wrote messages with these sources; vendor changelog of July 2025.
const machines = new Set(['automated', 'ai'])

function senderName({ sender }: VendorMessage): string | null {
  const parts = presentTexts([sender?.first_name, sender?.last_name])
  return presentText(sender?.full_name) ?? (parts.join(' ') || null)
}

/** The key is the vendor's id, or else a digest of the message's fields. */
export function messageKey(row: VendorMessage): string {
  return idText(row.id) ?? digestKey(row, presentText(row.platform_id))
}

/** Earlier versions did not read the id and used these keys. `platform_id` can be filled in later. */
function formerKeys(row: VendorMessage): string[] {
  if (idText(row.id) === null) return []
  const platformId = presentText(row.platform_id)
  return [...new Set([digestKey(row, platformId), digestKey(row, null)])]
}

/**
 * `platform_id` may be that of the message or of its whole thread, so alone it would merge many messages into
 * one.
 */
function digestKey(row: VendorMessage, platformId: string | null): string {
  const content = `${row.created_at}\n${row.sender_type}\n${row.body ?? ''}`
  const digest = createHash('sha256').update(content).digest('hex').slice(0, 16)
  return `${platformId ?? 'message'}-${digest}`
}
