import type { ConversationRecord } from '../../contract/records.ts'
import { fieldOf } from '../../connector-kit/answers.ts'
import type { VendorOperations, VendorContext } from '../../connector-kit/connector.ts'
import { compareInstants, latestInstant, momentIn, utcInstant } from '../../connector-kit/dates.ts'
import {
  idIn,
  mapOne,
  mapping,
  mapRows,
  orFailure,
  readCursor,
  together,
  writeCursor,
} from '../../connector-kit/paginate.ts'
import { idText, presentText } from '../../connector-kit/readings.ts'
import { remember } from '../../connector-kit/remember.ts'
import { firstStayOf } from './reservations.ts'
import { oneThread, threadPage } from './threads.ts'
import { VendorConversation } from './vendor.ts'

interface ConversationCursor {
  cursor: string | null
  startedAt: string
}

const idOf = idIn('conversation_id')
const minuteMs = 60_000
/** The next walk starts at our clock, and the vendor's may be behind it. */
const clockMarginMs = 60 * minuteMs

/**
 * Conversations presumably come newest first: an incremental walk ends with the first page without changes.
 */
export const conversations: NonNullable<VendorOperations['conversations']> = {
  async page(context, { cursor, since }) {
    const place = readCursor<ConversationCursor>(cursor, {
      cursor: null,
      startedAt: context.now().toISOString(),
    })
    const { rows, next } = await threadPage(context, place.cursor)
    const fresh = since === null ? rows : rows.filter((row) => isChangedSince(row, since))
    const found = []
    for (const row of fresh) {
      found.push(await orFailure(idOf(row), async () => mapRows([row], await mappingOf(context, row))))
    }
    const isOver = next === null || (since !== null && fresh.length === 0)
    return {
      ...together(found),
      next: isOver ? null : writeCursor({ ...place, cursor: next }),
      watermark: new Date(Date.parse(place.startedAt) - clockMarginMs).toISOString(),
    }
  },

  async one(context, externalId) {
    const thread = await oneThread(context, externalId)
    return thread === null ? null : mapOne(thread.row, await mappingOf(context, thread.row))
  },
}

const momentsIn = (row: unknown): (string | null)[] => {
  const messages = fieldOf(row, 'messages')
  return Array.isArray(messages) ? messages.map((message) => momentIn(message, 'timestamp')) : []
}

/** A conversation without a time of change may have changed. */
function isChangedSince(row: unknown, since: string): boolean {
  const changed = latestInstant(momentsIn(row))
  return changed === null || compareInstants(changed, since) >= 0
}

/** A conversation names its booking, whose first room stands for all. */
async function mappingOf(context: VendorContext, row: unknown) {
  const reference = idIn('conversation_reference')(row)
  const isOfBooking = presentText(fieldOf(row, 'conversation_type')) === 'reservation'
  const stay = isOfBooking
    ? await remember(context, `stay of ${reference}`, minuteMs, () => firstStayOf(context, reference))
    : null
  const map = (conversation: VendorConversation) => toConversation(conversation, stay)
  return mapping('conversation', VendorConversation, map, idOf)
}

/** A cancelled booking names no stay, so the stored one is kept. */
function toConversation(
  row: VendorConversation,
  stay: { stayId: string; roomId: string } | null,
): ConversationRecord {
  const moments = (row.messages ?? []).map(({ timestamp }) => utcInstant(timestamp))
  return {
    externalId: row.conversation_id,
    platform: 'booking',
    externalThreadId: idText(row.conversation_reference),
    ...(stay === null ? {} : { reservationExternalId: stay.stayId, listingExternalId: stay.roomId }),
    lastMessageAt: latestInstant(moments),
  }
}
