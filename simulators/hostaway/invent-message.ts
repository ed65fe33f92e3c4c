import { stampOf } from '../kit/clock.ts'
import { blankRow } from '../kit/fields.ts'
import type { SeededRandom } from '../kit/random.ts'
import { conversationFields, messageFields, type Conversation, type Message } from './message-record.ts'
import type { Reservation } from './reservation-record.ts'
import { accountId, type Store } from './store.ts'

export interface MessagePlan {
  body: string
  isIncoming: boolean
  atMs: number
  hasAttachment?: boolean
}

export function openConversation(store: Store, reservation: Reservation): Conversation {
  const id = store.nextId('conversation', 5_140_001)
  const conversation: Conversation = {
    ...blankRow(conversationFields, id),
    accountId,
    listingMapId: reservation.listingMapId,
    reservationId: reservation.id,
    type: 'host-guest-email',
    recipientEmail: reservation.guestEmail,
    recipientName: reservation.guestName,
    hostEmail: `c-${id}@host.example.com`,
    guestEmail: `c-${id}@guest.example.com`,
    hasUnreadMessages: 0,
  }
  store.addConversation(conversation)
  return conversation
}

/** Adds a message and updates the unread mark, the last message times and the latest activity. */
export function addMessage(
  store: Store,
  conversation: Conversation,
  plan: MessagePlan,
  random: SeededRandom,
): Message {
  const id = store.nextId('message', 71_000_001)
  const at = stampOf(plan.atMs)
  const reservation = store.reservations.get(conversation.reservationId)
  const [from, to] = plan.isIncoming
    ? [conversation.guestEmail, conversation.hostEmail]
    : [conversation.hostEmail, conversation.guestEmail]
  const message: Message = {
    ...blankRow(messageFields, id),
    accountId,
    listingMapId: conversation.listingMapId,
    reservationId: conversation.reservationId,
    conversationId: conversation.id,
    body: plan.body,
    communicationType: reservation?.channelId === 2000 ? 'email' : 'channel',
    communicationFrom: from,
    communicationTo: to,
    status: 'sent',
    isIncoming: plan.isIncoming ? 1 : 0,
    isSeen: plan.isIncoming ? 0 : 1,
    sentUsingHostaway: plan.isIncoming ? 0 : 1,
    hash: random.digits(32),
    listingTimeZoneName: store.listings.get(conversation.listingMapId)?.timeZoneName ?? null,
    date: at,
    sentChannelDate: at,
    attachments: plan.hasAttachment ? [attachmentOf(id, conversation.reservationId)] : [],
    insertedOn: at,
    updatedOn: at,
  }
  store.addMessage(message)
  if (plan.isIncoming) {
    conversation.hasUnreadMessages = 1
    conversation.messageReceivedOn = at
  } else {
    conversation.hasUnreadMessages = 0
    conversation.messageSentOn = at
    for (const earlier of store.messagesOf(conversation.id)) earlier.isSeen = 1
  }
  if (reservation !== undefined && (reservation.latestActivityOn ?? '') < at)
    reservation.latestActivityOn = at
  return message
}

/** The vendor's link to a private attachment works for a week. */
function attachmentOf(messageId: number, reservationId: number): object {
  const name = `photo-${messageId}`
  return {
    id: messageId * 10,
    accountId,
    reservationId,
    conversationMessageId: messageId,
    name,
    url: `https://files.example.com/private/${name}.jpg?expires=604800`,
    extension: 'jpg',
    mimeType: 'image/jpeg',
    isImage: 1,
    isPublic: 0,
  }
}
