import type { ConversationRecord } from '../../contract/records.ts'
import { readable } from '../../connector-kit/answers.ts'
import { beginWalk, type ChangeWalkCursor } from '../../connector-kit/change-walk.ts'
import type { VendorOperations } from '../../connector-kit/connector.ts'
import { mapRows, ownMapping, readCursor, writeCursor } from '../../connector-kit/paginate.ts'
import { platformOf } from '../../connector-kit/stay-readings.ts'
import { bookingsPage } from './booking-list.ts'
import { sourceOf } from './channels.ts'
import { toGuest } from './map-guest.ts'
import { VendorBooking } from './vendor.ts'

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
