import { secondOf } from '../kit/clock.ts'
import type { InquiryRow, Message, ReservationRow } from './records.ts'
import { user, type Store } from './store.ts'

export interface NewMessage {
  body: string
  isIncoming: boolean
  atMs: number
}

/** Adds a message to a reservation's or inquiry's conversation, and moves its last message time. */
export function writeMessage(
  store: Store,
  row: ReservationRow | InquiryRow,
  { body, isIncoming, atMs }: NewMessage,
): Message {
  const isReservation = 'conversation_id' in row
  const guest = (row.guest ?? {}) as { first_name?: string | null; last_name?: string | null }
  const message: Omit<Message, 'id'> = {
    platform: row.platform ?? 'airbnb',
    // All messages of a thread share its id on the platform.
    platform_id: Number.parseInt(row.id.slice(0, 7), 16),
    conversation_id: isReservation ? (row.conversation_id ?? row.id) : row.id,
    reservation_id: isReservation ? row.id : null,
    content_type: 'text/plain',
    body,
    attachments: [],
    sender_type: isIncoming ? 'guest' : 'host',
    sender_role: isIncoming ? null : 'host',
    sender: isIncoming
      ? {
          first_name: guest.first_name ?? '',
          full_name: `${guest.first_name ?? ''} ${guest.last_name ?? ''}`.trim(),
          locale: 'en',
          picture_url: '',
          thumbnail_url: '',
          location: null,
        }
      : {
          first_name: 'Olive',
          full_name: user.name,
          locale: 'en',
          picture_url: '',
          thumbnail_url: '',
          location: null,
        },
    user,
    created_at: secondOf(atMs),
    source: isIncoming ? 'platform' : 'hospitable',
    integration: null,
    sent_reference_id: null,
  }
  row.last_message_at = secondOf(atMs)
  return store.addMessage(message)
}
