import type { ConversationRecord } from '../../contract/records.ts'
import { readable } from '../../connector-kit/answers.ts'
import type { VendorOperations, VendorPage, VendorContext } from '../../connector-kit/connector.ts'
import { utcInstant } from '../../connector-kit/dates.ts'
import {
  mapOne,
  mapRows,
  ownMapping,
  plainId,
  readCursor,
  writeCursor,
} from '../../connector-kit/paginate.ts'
import { bookingsByIds, nextBookings } from './bookings.ts'
import { getAll, getPage } from './envelope.ts'
import { isNote, toConversation, type VendorThread } from './map-conversation.ts'
import { VendorBooking, VendorMessage } from './vendor.ts'
import { beginWalk } from './window-walk.ts'

type ConversationPage = VendorPage<ConversationRecord> & { watermark: string | null }

const path = '/v2/bookings/messages'
/** The vendor gives messages of at most this many days ago. */
export const oldestMessages = 999
const dayMs = 86_400_000

const threads = ownMapping('conversation', toConversation, ({ id }: VendorThread) => id)

export const conversations: NonNullable<VendorOperations['conversations']> = {
  page: (context, { cursor, since }) =>
    since === null ? everyConversation(context, cursor) : recentConversations(context, cursor, since),

  one: oneThread,
  // Messages belong to the booking, and so to the inquiry.
  ofInquiry: oneThread,
}

async function oneThread(context: VendorContext, externalId: string): Promise<ConversationRecord | null> {
  const [thread] = await threadsOf(context, [externalId], null)
  return thread === undefined ? null : mapOne(thread, threads)
}

/** Walks windows of bookings, each with the messages of its bookings. */
async function everyConversation(context: VendorContext, cursor: string | null): Promise<ConversationPage> {
  const start = readCursor(cursor, beginWalk(null, context.now().getTime()))
  const { fresh, next, place } = await nextBookings(context.http, start)
  return {
    ...mapRows(await threadsOf(context, fresh.map(plainId), fresh), threads),
    next: next === null ? null : writeCursor(next),
    watermark: place.cap,
  }
}

/**
 * Messages are filtered by age in whole days, and bookings with a recent one are read in full. Reading the
 * last two days at each look would use up an account's credits.
 */
async function recentConversations(
  context: VendorContext,
  cursor: string | null,
  since: string,
): Promise<ConversationPage> {
  const nowMs = context.now().getTime()
  const walk = readCursor<{ page: number; seen: string[]; cap: string }>(cursor, {
    page: 1,
    seen: [],
    cap: beginWalk(since, nowMs).cap,
  })
  const age = Math.ceil((nowMs - Date.parse(since)) / dayMs) + 1
  const maxAge = Math.min(oldestMessages, Math.max(1, age))
  const { rows, goesOn } = await getPage(context.http, path, { maxAge, page: walk.page })
  const isNews = ({ time }: VendorMessage) => Date.parse(utcInstant(time) ?? since) >= Date.parse(since)
  const found = new Set(
    readable(VendorMessage, rows)
      .filter(isNews)
      .map(({ bookingId }) => String(bookingId)),
  )
  const fresh = [...found].filter((id) => !walk.seen.includes(id))
  const seenIds = [...walk.seen, ...fresh]
  return {
    ...mapRows(await threadsOf(context, fresh, null), threads),
    next: goesOn ? writeCursor({ ...walk, page: walk.page + 1, seen: seenIds }) : null,
    watermark: walk.cap,
  }
}

/** Returns the conversations of these bookings that have messages; `bookings` are rows already read. */
async function threadsOf(
  { http }: VendorContext,
  ids: string[],
  bookings: unknown[] | null,
): Promise<VendorThread[]> {
  if (ids.length === 0) return []
  const rows = await getAll(http, path, { bookingId: ids, maxAge: oldestMessages })
  const messages = readable(VendorMessage, rows).filter((row) => !isNote(row))
  const byBooking = Map.groupBy(messages, ({ bookingId }) => String(bookingId))
  const bookingRows = readable(VendorBooking, bookings ?? (await bookingsByIds(http, [...byBooking.keys()])))
  return [...byBooking].map(([id, own]) => ({
    id,
    messages: own,
    booking: bookingRows.find((row) => String(row.id) === id) ?? null,
  }))
}
