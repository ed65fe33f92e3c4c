import type { ConversationRecord } from '../../contract/records.ts'
import type { Operations } from '../../connector-kit/connector.ts'
import { mapRows, readCursor, writeCursor } from '../../connector-kit/paginate.ts'
import { compileCheck, recordChecks } from '../../connector-kit/validate.ts'
import { bookingsPage } from './booking-list.ts'
import { platformOf } from './channels.ts'
import { toGuest } from './map-guest.ts'
import { VendorBooking } from './vendor.ts'

const bookingCheck = compileCheck(VendorBooking)
const clockMarginMs = 300_000

interface ThreadOf {
  threadId: string
  booking: VendorBooking
}

/** There is no list of conversations: bookings name theirs. Unreadable bookings are reported by their own walk. */
export const conversations: NonNullable<Operations['conversations']> = {
  async page({ http, now }, { cursor, since }) {
    const startedAt = new Date(now().getTime() - clockMarginMs).toISOString()
    const place = readCursor<{ inner: string | null; startedAt: string }>(cursor, { inner: null, startedAt })
    const { rows, next } = await bookingsPage(http, { cursor: place.inner, since })
    const threads = rows.filter((row) => bookingCheck.fits(row)).flatMap(threadsOf)
    const mapped = mapRows<ThreadOf, ConversationRecord>(threads, {
      row: { fits: (_row): _row is ThreadOf => true, problem: () => null },
      record: recordChecks.conversation,
      idOf: (thread) => (thread as ThreadOf).threadId,
      map: toConversation,
    })
    return {
      ...mapped,
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
    platform: platformOf(booking.listing_site),
    listingExternalId: String(booking.property_id),
    reservationExternalId: String(booking.id),
    ...(guest === null ? {} : { guest }),
  }
}
