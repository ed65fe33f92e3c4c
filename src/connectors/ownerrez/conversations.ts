import type { ConversationRecord, MessageRecord } from '../../contract/records.ts'
import { orNull, readable } from '../../connector-kit/answers.ts'
import { beginWalk, type ChangeWalkCursor } from '../../connector-kit/change-walk.ts'
import type { VendorOperations } from '../../connector-kit/connector.ts'
import { textOfHtml } from '../../connector-kit/html-text.ts'
import { senderOf } from '../../connector-kit/message-readings.ts'
import { mapping, mapRows, ownMapping, readCursor, writeCursor } from '../../connector-kit/paginate.ts'
import { meaningOf, presentText } from '../../connector-kit/readings.ts'
import { platformOf } from '../../connector-kit/stay-readings.ts'

import { EssentialMissing } from '../../connector-kit/tolerance/essentials.ts'
import { sourceOf } from './channels.ts'
import { bookingsPage, listPage } from './envelope.ts'
import { toGuest } from './guests.ts'
import { instant, VendorBooking, VendorMessage } from './vendor.ts'

interface ThreadOf {
  threadId: string
  booking: VendorBooking
}

const mappedThreads = ownMapping('conversation', toConversation, ({ threadId }: ThreadOf) => threadId)

/**
 * There is no list of conversations, but bookings name theirs. Unreadable bookings are reported by their own
 * walk.
 */
export const conversations: NonNullable<VendorOperations['conversations']> = {
  async page({ http, now }, { cursor, since }) {
    const place = readCursor<ChangeWalkCursor>(cursor, beginWalk(now(), since))
    const { rows, next } = await bookingsPage(http, { cursor: place.inner, since })
    const threads = readable(VendorBooking, rows).flatMap(threadsOf)
    return {
      ...mapRows(threads, mappedThreads),
      next: next === null ? null : writeCursor({ ...place, inner: next }),
      watermark: place.startedAt,
    }
  },
}

function threadsOf(booking: VendorBooking): ThreadOf[] {
  return [...new Set((booking.thread_ids ?? []).map(String))].map((threadId) => ({ threadId, booking }))
}

function toConversation({ threadId, booking }: ThreadOf): ConversationRecord {
  const guest = toGuest(booking.guest)
  return {
    externalId: threadId,
    platform: platformOf(sourceOf(booking.listing_site)),
    listingExternalId: String(booking.property_id),
    reservationExternalId: String(booking.id),
    ...(guest === null ? {} : { guest }),
  }
}

const directions: Record<string, MessageRecord['direction']> = { incoming: 'inbound', outgoing: 'outbound' }
const guestRole = /guest|travel|renter|customer|inquir/i

/** Messages give their direction or the writer's role: every role but the guest's is the host's side. */
function directionOf({ direction, from_role }: VendorMessage): MessageRecord['direction'] | undefined {
  const role = presentText(from_role)
  const byRole = role === null ? undefined : guestRole.test(role) ? 'inbound' : 'outbound'
  return meaningOf(directions, direction?.toLowerCase()) ?? byRole
}

export const messages: NonNullable<VendorOperations['messages']> = {
  /** Accounts without a signed agreement on messages are refused, which differs from having none. */
  async page({ http }, { conversationExternalId, cursor }) {
    const list = { path: '/v2/messages', query: { threadId: conversationExternalId }, cursor }
    const { rows, next } = (await orNull(listPage(http, list))) ?? { rows: [], next: null }
    const ofThread = mapping('message', VendorMessage, (row) => toMessage(row, conversationExternalId))
    return { ...mapRows(rows, ofThread), next }
  },
}

/** Returns undefined for a draft, which was never sent. */
export function toMessage(row: VendorMessage, conversationExternalId: string): MessageRecord | undefined {
  if (row.is_draft === true) return undefined
  const direction = directionOf(row)
  const sentAt = instant(row.sent_utc)
  if (direction === undefined || sentAt === null) {
    throw new EssentialMissing('a message without a known direction or time')
  }
  return {
    externalId: String(row.id),
    conversationExternalId,
    ...senderOf(direction === 'inbound'),
    body: textOfHtml(row.body ?? ''),
    ...(typeof row.is_automated === 'boolean' ? { isAutomated: row.is_automated } : {}),
    sentAt,
  }
}
