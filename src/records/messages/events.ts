import type { MessageRecord } from '../../contract/records.ts'
import type { NewEvent } from '../../platform/outbox.ts'
import { toAttachments } from './attachments.ts'
import { eventOf } from '../events.ts'
import type { MessageRow, MessageThread } from './store-queries.ts'

interface StoredMessage {
  record: Pick<MessageRecord, 'sentAt'>
  thread: MessageThread
  row: MessageRow
}

/** Events of a booking's messages follow the booking's order; an inquiry has no booking, so its conversation's. */
function about({ thread, row }: StoredMessage, revision: number): Omit<NewEvent, 'type' | 'data'> {
  const { provider, external_account_id: externalAccountId, connection_id: id } = thread
  return {
    object: { type: 'message', id: row.id, revision },
    orderKey: thread.reservation_id ? `reservation:${thread.reservation_id}` : `conversation:${thread.id}`,
    listingId: thread.listing_id,
    account: provider && externalAccountId ? { ...(id ? { id } : {}), provider, externalAccountId } : null,
  }
}

const shared = ({ record, thread, row }: StoredMessage) => ({
  reservationId: thread.reservation_id,
  threadId: thread.id,
  messageId: row.id,
  from: { type: row.sender_type, name: row.sender_name ?? (isInbound(row) ? thread.guest_name : null) },
  body: row.body,
  sentAt: new Date(record.sentAt).toISOString(),
  attachments: toAttachments(row.attachments),
})

const isInbound = (row: MessageRow) => row.direction === 'inbound'

/** The message may come from either side; it was not stored before. */
export function messageArrivedEvent(
  message: StoredMessage,
  source: 'channel' | 'repull' = 'channel',
): NewEvent {
  const { row } = message
  if (isInbound(row)) {
    return eventOf('reservation.message.received', { ...about(message, 1), data: shared(message) })
  }
  return eventOf('reservation.message.sent', {
    ...about(message, 1),
    data: {
      ...shared(message),
      externalMessageId: row.external_id,
      channel: row.channel,
      source,
      direction: 'outbound',
      isAutomated: row.is_automated,
      aiGenerated: false,
    },
  })
}

export function messageEditedEvent(
  message: StoredMessage,
  { previousBody, at }: { previousBody: string; at: Date },
): NewEvent {
  return eventOf('reservation.message.updated', {
    ...about(message, 2),
    data: {
      ...shared(message),
      previousBody,
      editedAt: at.toISOString(),
      direction: isInbound(message.row) ? 'inbound' : 'outbound',
    },
  })
}
