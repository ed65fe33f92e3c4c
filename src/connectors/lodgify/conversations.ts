import type { ConversationRecord } from '../../contract/records.ts'
import { fieldOf, orNull, readable } from '../../connector-kit/answers.ts'
import { beginWalk, watermarkOf, type ChangeWalkCursor } from '../../connector-kit/change-walk.ts'
import type { VendorOperations, VendorContext } from '../../connector-kit/connector.ts'
import {
  emptyPage,
  mapping,
  mapRows,
  orFailure,
  plainId,
  readCursor,
  together,
  writeCursor,
} from '../../connector-kit/paginate.ts'
import type { MappedRows } from '../../connector-kit/paginate.ts'
import { presentText } from '../../connector-kit/readings.ts'
import { bookingPath } from './held-booking.ts'
import { inboxPage } from './lists.ts'
import { enquiryNumber } from './map-enquiry.ts'
import { toConversation } from './map-conversation.ts'
import { advance, boundFor } from './reservation-walk.ts'
import { isNoThread, isThreadUid, threadOf } from './threads.ts'
import { VendorInboxItem, VendorMessage } from './vendor.ts'

// Every row of a page costs one more call.
const pageSize = 20

/**
 * Threads cannot be listed: they are found by their bookings and enquiries. There is no `one`, because a
 * thread alone does not name its owner.
 */
export const conversations: NonNullable<VendorOperations['conversations']> = {
  async page(context, { cursor, since }) {
    const place = readCursor<ChangeWalkCursor>(cursor, beginWalk(context.now(), since))
    const modifiedSince = since === null ? undefined : boundFor(since)
    const { rows, next } = await inboxPage(context.http, { cursor: place.inner, modifiedSince, pageSize })
    const reached = advance(place, rows, next)
    const found = await Promise.all(rows.map((row) => conversationOf(context, row)))
    return {
      ...together(found),
      next: next === null ? null : writeCursor(reached),
      watermark: watermarkOf(reached) ?? place.startedAt,
    }
  },

  // Only the older version's row of an enquiry or a booking names its thread.
  async ofInquiry(context, inquiry) {
    const enquiry = enquiryNumber(inquiry)
    const path = enquiry === null ? bookingPath(inquiry) : `/v1/reservation/enquiry/${enquiry}`
    const row = await orNull(context.http.get(path))
    const { records } = row === null ? emptyPage : await conversationOf(context, row)
    return records.find(({ reservationExternalId: id }) => id === inquiry) ?? null
  },
}

async function conversationOf(
  { http }: VendorContext,
  row: unknown,
): Promise<MappedRows<ConversationRecord>> {
  const value = fieldOf(row, 'thread_uid')
  if (value === undefined || value === null || isNoThread(value)) return emptyPage
  const uid = presentText(value)
  if (uid === null || !isThreadUid(uid)) {
    return { records: [], failures: [{ externalId: plainId(row), message: 'the thread_uid cannot be read' }] }
  }
  return orFailure(uid, async () => {
    const thread = await threadOf(http, uid)
    if (thread === null) return emptyPage
    const messages = readable(VendorMessage, thread.messages ?? [])
    const found = (item: VendorInboxItem) => toConversation(uid, item, thread, messages)
    return mapRows(
      [row],
      mapping('conversation', VendorInboxItem, found, () => uid),
    )
  })
}
