/** Maps stored conversations and messages to API records. Pure. */
import { toAttachment } from '../../../records/messages/attachments.ts'
import type {
  ConversationCapabilities,
  ConversationDetail,
  ConversationGuest,
  ConversationHost,
  ConversationRow,
} from '../../../contract/conversation.ts'
import type { Message, MessageAttachment } from '../../../contract/message.ts'
import { guestNames } from '../../../records/guests/names.ts'
import type { ConversationColumns, ConversationListRow, MessageColumns, ThreadGuest } from './queries.ts'

const shared = (row: Omit<ConversationColumns, 'host'>): Omit<ConversationRow, 'account' | 'guestName'> => ({
  id: row.id,
  platform: row.platform as ConversationRow['platform'],
  guestId: row.guest_id,
  listingId: row.listing_id,
  reservationId: row.reservation_id,
  subject: row.subject,
  lastMessageAt: row.last_message_at?.toISOString() ?? null,
  lastMessagePreview: row.last_message_preview,
  unreadCount: row.unread_count,
  status: 'open',
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
  externalThreadId: row.external_thread_id,
})

export const toConversationRow = (row: ConversationListRow): ConversationRow => ({
  ...shared(row),
  guestName: row.guest_name,
  account: row.account,
})

function toHost(row: ConversationColumns): ConversationHost | null {
  const host = row.host as Partial<ConversationHost> | null
  if (row.platform !== 'airbnb' || !host?.id || !host.airbnbId) return null
  const firstName = host.firstName ?? host.displayName ?? ''
  return {
    id: host.id,
    airbnbId: host.airbnbId,
    firstName,
    displayName: host.displayName ?? firstName,
    avatarUrl: host.avatarUrl ?? null,
  }
}

function toGuest(guest: ThreadGuest | undefined): ConversationGuest | null {
  if (!guest) return null
  const { displayName } = guestNames(guest.first_name, guest.last_name)
  return { id: guest.id, displayName, avatarUrl: guest.avatar_url, contacts: guest.contacts }
}

export function toConversationDetail(
  row: ConversationColumns,
  guest: ThreadGuest | undefined,
  capabilities: ConversationCapabilities,
): ConversationDetail {
  return { ...shared(row), host: toHost(row), guest: toGuest(guest), capabilities }
}

export function toMessage(row: MessageColumns): Message {
  return {
    id: row.id,
    externalMessageId: row.external_id,
    direction: row.direction as Message['direction'],
    senderType: row.sender_type,
    senderName: row.sender_name,
    senderAvatar: row.sender_avatar,
    channel: row.channel,
    body: row.body,
    translatedBody: row.translated_body,
    attachments: (row.attachments as Partial<MessageAttachment>[]).map(toAttachment),
    isAutomated: row.is_automated,
    aiGenerated: row.ai_generated,
    sentAt: row.sent_at.toISOString(),
    deliveredAt: row.delivered_at?.toISOString() ?? null,
    readAt: row.read_at?.toISOString() ?? null,
    moderation: row.moderation as Message['moderation'],
  }
}
