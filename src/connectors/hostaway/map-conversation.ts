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

/** `booking`: where the conversation does not bring it along. */
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
    // The vendor tells whether there are unread messages, not how many.
    unreadCount: flag(row.hasUnreadMessages) === true ? 1 : 0,
  }
}

/** `channel` says only that it went over the channel the booking came from, which is that of the conversation: null. */
export function channelOfMessage(communicationType: string | null | undefined): string | null {
  const type = presentText(communicationType)
  return type === 'channel' ? null : type
}

// status of a message that its rule or a person called back before it was sent.
const neverSent = new Set(['cancelled_by_user', 'cancelled_by_system'])

/** undefined for a planned message that was called back. */
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
    // Set when a message rule of the account sent it.
    isAutomated: !inbound && presentText(row.communicationEvent) !== null,
    sentAt,
    ...(inbound ? {} : { deliveredAt: utcInstant(row.sentChannelDate) }),
  }
}
