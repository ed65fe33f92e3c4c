/** Maps stored threads and messages to Airbnb's terms. Pure. */
import type { AirbnbMessage, AirbnbThread } from '../../../contract/channel-airbnb-inbox.ts'
import { toAttachments } from '../../../records/messages/attachments.ts'
import type { MessageColumns } from '../../inbox/public.ts'
import { guestNameOf } from '../engine/guest-name.ts'
import type { ThreadRow } from '../engine/thread-queries.ts'

export const toAirbnbThread = (row: ThreadRow): AirbnbThread => ({
  id: row.id,
  externalThreadId: row.external_thread_id,
  listingId: row.listing_id,
  reservationId: row.reservation_id,
  accountId: row.host.id,
  accountName: row.host.name,
  guestName: guestNameOf(row.guest),
  lastMessageAt: row.last_message_at?.toISOString() ?? null,
  unreadCount: row.unread_count,
})

/** Airbnb's id of the author: the host or the thread's guest. */
export const toAirbnbMessage =
  (thread: ThreadRow) =>
  (row: MessageColumns): AirbnbMessage => ({
    id: row.id,
    externalMessageId: row.external_id,
    threadId: thread.id,
    userId: row.direction === 'outbound' ? thread.host.id : (thread.guest?.externalId ?? null),
    message: row.body,
    translatedMessage: row.translated_body,
    channel: row.channel,
    senderType: row.sender_type,
    reservationId: thread.reservation_id,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.created_at.toISOString(),
    externalCreatedAt: row.sent_at.toISOString(),
    attachments: toAttachments(row.attachments as object[]),
  })
