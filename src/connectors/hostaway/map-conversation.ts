import type { ConversationRecord, MessageRecord } from '../../contract/records.ts'
import { textOfHtml } from '../../connector-kit/html-text.ts'
import { latestInstant, utcInstant } from '../../connector-kit/dates.ts'
import { attachmentsIn, senderOf } from '../../connector-kit/message-readings.ts'
import { platformOf } from '../../connector-kit/stay-readings.ts'
import { idText, presentText } from '../../connector-kit/readings.ts'
import { EssentialMissing } from '../../connector-kit/tolerance/essentials.ts'
import { sourceOf } from './channels.ts'
import { flag } from './map.ts'
import type { VendorConversation, VendorMessage } from './vendor.ts'

type ConversationReservation = NonNullable<VendorConversation['Reservation']>

/** `booking` is passed if the conversation does not include it. */
export function toConversation(
  row: VendorConversation,
  booking: ConversationReservation = row.Reservation ?? {},
): ConversationRecord {
  return {
    externalId: String(row.id),
    platform: platformOf(sourceOf(booking)) ?? (row.type?.includes('email') ? 'email' : null),
    listingExternalId: idText(row.listingMapId),
    reservationExternalId: idText(row.reservationId),
    lastMessageAt: latestInstant([utcInstant(row.messageSentOn), utcInstant(row.messageReceivedOn)]),
    // The vendor says if there are unread messages, not how many.
    unreadCount: flag(row.hasUnreadMessages) === true ? 1 : 0,
  }
}

/** `channel` only means the channel of the booking, which is that of the conversation, so it becomes null. */
export function channelOfMessage(communicationType: string | null | undefined): string | null {
  const type = presentText(communicationType)
  return type === 'channel' ? null : type
}

// A rule or a person cancelled a message with these statuses before it was sent.
const neverSent = new Set(['cancelled_by_user', 'cancelled_by_system'])

/** Returns undefined for a planned message that was cancelled. */
export function toMessage(row: VendorMessage, conversationExternalId: string): MessageRecord | undefined {
  if (neverSent.has(row.status ?? '')) return undefined
  const sentAt = utcInstant(row.date) ?? utcInstant(row.sentChannelDate) ?? utcInstant(row.insertedOn)
  if (sentAt === null) throw new EssentialMissing('a message without time')
  const inbound = flag(row.isIncoming) === true
  return {
    externalId: String(row.id),
    conversationExternalId,
    ...senderOf(inbound),
    channel: channelOfMessage(row.communicationType),
    body: textOfHtml(row.body ?? ''),
    attachments: attachmentsIn(
      row.attachments?.map(({ id, url, mimeType }) => ({ id, url, contentType: mimeType })),
    ),
    // The field is set when a message rule of the account sent it.
    isAutomated: !inbound && presentText(row.communicationEvent) !== null,
    sentAt,
    ...(inbound ? {} : { deliveredAt: utcInstant(row.sentChannelDate) }),
  }
}
