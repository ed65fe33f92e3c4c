import type { ConversationRecord, MessageRecord } from '../../contract/records.ts'
import { latestInstant, utcInstant } from '../../connector-kit/dates.ts'
import { attachmentsIn, senderOf } from '../../connector-kit/message-readings.ts'
import { platformOf } from '../../connector-kit/stay-readings.ts'
import { idText, presentText } from '../../connector-kit/readings.ts'
import { sourceOf } from './channels.ts'
import { flag } from './map.ts'
import type { VendorConversation, VendorMessage } from './vendor.ts'

/** `channelId` of the booking, where the conversation does not bring the booking along. */
export function toConversation(
  row: VendorConversation,
  channelId: string | number | null = row.Reservation?.channelId ?? null,
): ConversationRecord {
  return {
    externalId: String(row.id),
    platform: platformOf(sourceOf(channelId)) ?? (row.type?.includes('email') ? 'email' : null),
    listingExternalId: idText(row.listingMapId),
    reservationExternalId: idText(row.reservationId),
    lastMessageAt: latestInstant([utcInstant(row.messageSentOn), utcInstant(row.messageReceivedOn)]),
    // The vendor tells whether there are unread messages, not how many.
    unreadCount: flag(row.hasUnreadMessages) === true ? 1 : 0,
  }
}

/** `channel` says only that it went over the channel the booking came from, which is that of the conversation: null. */
export function channelOfMessage(communicationType: string | null | undefined): string | null {
  const type = presentText(communicationType)
  return type === 'channel' ? null : type
}

export function toMessage(row: VendorMessage, conversationExternalId: string): MessageRecord {
  const sentAt = utcInstant(row.date) ?? utcInstant(row.sentChannelDate) ?? utcInstant(row.insertedOn)
  if (sentAt === null) throw new Error('a message without time')
  const inbound = flag(row.isIncoming) === true
  return {
    externalId: String(row.id),
    conversationExternalId,
    ...senderOf(inbound),
    channel: channelOfMessage(row.communicationType),
    body: row.body ?? '',
    attachments: attachmentsIn(
      row.attachments?.map(({ id, url, mimeType }) => ({ id, url, contentType: mimeType })),
    ),
    // Set when a message rule of the account sent it.
    isAutomated: !inbound && presentText(row.communicationEvent) !== null,
    sentAt,
    ...(inbound ? {} : { deliveredAt: utcInstant(row.sentChannelDate) }),
  }
}
