import type { ConversationRecord } from '../../contract/records.ts'
import type { Operations, RowFailure, VendorContext } from '../../connector-kit/connector.ts'
import { mapRows, readCursor, writeCursor } from '../../connector-kit/paginate.ts'
import { compileCheck, recordChecks } from '../../connector-kit/validate.ts'
import { inboxPage } from './inbox.ts'
import { toConversation } from './map-conversation.ts'
import { presentText } from './map.ts'
import { failureOf } from './missing.ts'
import { advance, beginWalk, boundFor, watermarkOf } from './reservation-walk.ts'
import type { Place } from './reservation-walk.ts'
import { isThreadUid, threadOf } from './threads.ts'
import { VendorInboxItem, VendorMessage } from './vendor.ts'

const rowCheck = compileCheck(VendorInboxItem)
const messageCheck = compileCheck(VendorMessage)
// Every row of a page costs one more call.
const pageSize = 20

/**
 * Threads cannot be listed: they are found by the bookings and enquiries they belong to. There is no `one`, because a
 * thread alone does not tell what it belongs to.
 */
export const conversations: NonNullable<Operations['conversations']> = {
  async page(context, { cursor, since }) {
    const place = readCursor<Place>(cursor, beginWalk(context.now(), since))
    const modifiedSince = since === null ? undefined : boundFor(since)
    const { rows, next } = await inboxPage(context.http, { cursor: place.inner, modifiedSince, pageSize })
    const reached = advance(place, rows, next)
    const found = await Promise.all(rows.map((row) => conversationOf(context, row)))
    return {
      records: found.flatMap(({ records }) => records),
      failures: found.flatMap(({ failures }) => failures),
      next: next === null ? null : writeCursor(reached),
      watermark: watermarkOf(reached) ?? place.startedAt,
    }
  },
}

async function conversationOf(
  { http }: VendorContext,
  row: unknown,
): Promise<{ records: ConversationRecord[]; failures: RowFailure[] }> {
  const uid = rowCheck.fits(row) ? presentText(row.thread_uid) : null
  if (uid === null || !isThreadUid(uid)) return { records: [], failures: [] }
  try {
    const thread = await threadOf(http, uid)
    if (thread === null) return { records: [], failures: [] }
    const messages = (thread.messages ?? []).filter((message) => messageCheck.fits(message))
    return mapRows([row], {
      row: rowCheck,
      record: recordChecks.conversation,
      idOf: () => uid,
      map: (item) => toConversation(uid, item, thread, messages),
    })
  } catch (error) {
    return { records: [], failures: [failureOf(uid, error)] }
  }
}
