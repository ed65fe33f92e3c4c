import type { ConversationRecord, MessageRecord } from '../../contract/records.ts'
import { latestInstant, utcInstant } from '../../connector-kit/dates.ts'
import { textOfHtml } from '../../connector-kit/html-text.ts'
import { platformOf } from '../../connector-kit/stay-readings.ts'
import { idText, meaningOf } from '../../connector-kit/readings.ts'
import { EssentialMissing } from '../../connector-kit/tolerance/essentials.ts'
import { toGuest } from './map-reservation.ts'
import { sourceOf } from './sources.ts'
import type { VendorBooking, VendorMessage } from './vendor.ts'

/** The vendor has no conversations, so the messages of a booking make one. */
export interface VendorThread {
  id: string
  messages: VendorMessage[]
  booking: VendorBooking | null
}

// A message's source is one of these; notes are for the host alone and are no messages.
const senders: Record<string, Pick<MessageRecord, 'direction' | 'senderType' | 'isAutomated'>> = {
  guest: { direction: 'inbound', senderType: 'guest', isAutomated: false },
  host: { direction: 'outbound', senderType: 'host', isAutomated: false },
  system: { direction: 'outbound', senderType: 'system', isAutomated: true },
}

export function isNote({ source }: VendorMessage): boolean {
  return source === 'internalNote'
}

export function toConversation({ id, messages, booking }: VendorThread): ConversationRecord {
  const guest = booking === null ? null : toGuest(booking)
  return {
    externalId: id,
    platform: booking === null ? null : platformOf(sourceOf(booking)),
    listingExternalId: idText(booking?.roomId ?? messages[0]?.roomId),
    reservationExternalId: id,
    ...(guest === null ? {} : { guest }),
    lastMessageAt: latestInstant(messages.map(({ time }) => utcInstant(time))),
    unreadCount: messages.filter(({ source, read }) => source === 'guest' && read === false).length,
  }
}

export function toMessage(row: VendorMessage): MessageRecord | undefined {
  if (isNote(row)) return undefined
  const sender = meaningOf(senders, row.source)
  const sentAt = utcInstant(row.time)
  if (sender === undefined || sentAt === null)
    throw new EssentialMissing('a message without a known source or time')
  return {
    externalId: String(row.id),
    conversationExternalId: String(row.bookingId),
    ...sender,
    body: textOfHtml(row.message ?? ''),
    sentAt,
  }
}
