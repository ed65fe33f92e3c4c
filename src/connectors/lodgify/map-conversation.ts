import type { ConversationRecord, MessageRecord } from '../../contract/records.ts'
import { latestInstant } from '../../connector-kit/dates.ts'
import { textOfHtml } from '../../connector-kit/html-text.ts'
import { attachmentsIn, senderOf } from '../../connector-kit/message-readings.ts'
import { fileUrl, presentTexts } from '../../connector-kit/readings.ts'
import { EssentialMissing } from '../../connector-kit/tolerance/essentials.ts'
import { readSide } from '../../connector-kit/tolerance/unread-fields.ts'
import { enquiryId, isBooking, placeOf } from './map-enquiry.ts'
import { guestOfEnquiry } from './map-guest.ts'
import { instant } from './map.ts'
import { conversationPlatform } from './sources.ts'
import type { VendorInboxItem, VendorMessage, VendorThread } from './vendor.ts'

/** A thread does not name its owner; the row it was found by does. */
export function toConversation(
  uid: string,
  row: VendorInboxItem,
  thread: VendorThread,
  messages: VendorMessage[],
): ConversationRecord {
  const guest = guestOfEnquiry(row)
  const unread = messages.filter(({ type, is_read }) => type === 'Renter' && is_read === false).length
  return {
    externalId: uid,
    platform: conversationPlatform(row.source),
    externalThreadId: uid,
    listingExternalId: placeOf(row),
    reservationExternalId: isBooking(row) ? String(row.id) : enquiryId(row),
    ...(guest === null ? {} : { guest }),
    subject: presentTexts(messages.map(({ subject }) => subject))[0] ?? null,
    lastMessageAt: latestInstant([
      sideInstant('last_message_date', thread.last_message_date),
      ...messages.map(({ date_created }) => sideInstant('date_created', date_created)),
    ]),
    // The vendor can mark a thread as unread without marking any message.
    unreadCount: Math.max(unread, thread.is_read === false ? 1 : 0),
  }
}

const sideInstant = (field: string, value: string | null | undefined): string | null =>
  readSide(field, value, () => instant(value))

/** Returns undefined for a note of the host, which no guest sees. */
export function toMessage(row: VendorMessage, conversationExternalId: string): MessageRecord | undefined {
  if (row.type === 'Comment') return undefined
  if (row.type !== 'Renter' && row.type !== 'Owner')
    throw new EssentialMissing(`unknown message type ${row.type}`)
  const sentAt = instant(row.date_created)
  if (sentAt === null) throw new EssentialMissing('a message without time')
  const inbound = row.type === 'Renter'
  return {
    externalId: String(row.id),
    conversationExternalId,
    ...senderOf(inbound),
    body: textOfHtml(row.message ?? ''),
    attachments: attachmentsIn(
      row.attachments?.map(({ file_url, content_type }) => ({
        url: fileUrl(file_url),
        contentType: content_type,
      })),
    ),
    sentAt,
  }
}
