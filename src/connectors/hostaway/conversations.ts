import type { ConversationRecord } from '../../contract/records.ts'
import { orNull, orRefused, readable } from '../../connector-kit/answers.ts'
import type { VendorOperations, VendorPage, VendorContext } from '../../connector-kit/connector.ts'
import { compareInstants, latestInstant } from '../../connector-kit/dates.ts'
import {
  mappedOffsetPage,
  mapping,
  mapRows,
  plainId,
  readCursor,
  readOne,
  together,
  writeCursor,
} from '../../connector-kit/paginate.ts'
import type { MappedRows } from '../../connector-kit/paginate.ts'
import { readList, readResult } from './envelope.ts'
import { toConversation } from './map-conversation.ts'
import { activityOf } from './reservation-walk.ts'
import { VendorConversation, VendorReservation } from './vendor.ts'

type ConversationPage = VendorPage<ConversationRecord> & { watermark: string | null }

const pageSize = 100
// The next walk starts here by our clock, and the vendor's may be behind it.
const clockMarginMs = 3_600_000
// Every booking of a page costs one more call.
const activePageSize = 20
// If the last row has gone, the rows before it are tried as the start of the next page.
const mostAnchors = 3

/** A walk over recent activity keeps the ids of its last page and how many rows came before the next. */
interface ActivityWalk {
  page: string[]
  read: number
  /** The last row of the page had its activity at this time. */
  at: string | null
  watermark: string
}

export const conversations: NonNullable<VendorOperations['conversations']> = {
  page: (context, { cursor, since }) =>
    since === null ? everyConversation(context, cursor) : recentConversations(context, cursor, since),

  one: oneConversation,

  async ofInquiry(context, inquiry) {
    const [found] = (await conversationsOf(context, { id: inquiry })).records
    // A conversation without its booking does not name its channel.
    return found === undefined ? null : oneConversation(context, found.externalId)
  },
}

function oneConversation({ http }: VendorContext, externalId: string): Promise<ConversationRecord | null> {
  const path = `/v1/conversations/${encodeURIComponent(externalId)}`
  return readOne(http.get(path, { query: { includeResources: 1 } }), mappingFor(), readResult)
}

/** Reads all conversations, in the vendor's order, which is not reliable. */
async function everyConversation(
  { http, now }: VendorContext,
  cursor: string | null,
): Promise<ConversationPage> {
  const walk = readCursor<{ inner: string | null; startedAt: string }>(cursor, {
    inner: null,
    startedAt: new Date(now().getTime() - clockMarginMs).toISOString(),
  })
  const fetch = async (page: object) =>
    readList(await http.get('/v1/conversations', { query: { ...page, includeResources: 1 } }))
  const page = await mappedOffsetPage({ cursor: walk.inner, limit: pageSize, fetch }, mappingFor())
  const next = page.next === null ? null : writeCursor({ ...walk, inner: page.next })
  return { ...page, next, watermark: walk.startedAt }
}

/**
 * The list of conversations can be neither sorted nor filtered by time, but that of bookings can: latest
 * activity first, messages included. So bookings with activity since then are asked for their conversations.
 */
async function recentConversations(
  context: VendorContext,
  cursor: string | null,
  since: string,
): Promise<ConversationPage> {
  const walk = readCursor<ActivityWalk>(cursor, { page: [], read: 0, at: null, watermark: since })
  const rows = await activeAfter(context, walk)
  const watermark = latestInstant([...rows.map(activityOf), walk.watermark]) ?? since
  const active = rows.filter((row) => isRecent(row, since))
  const found = await Promise.all(active.map((row) => conversationsOf(context, row)))
  // The order is newest first: the first page without recent activity is the last one needed.
  const goesOn = rows.length >= activePageSize && active.length > 0
  const next: ActivityWalk = {
    page: rows.map(plainId),
    read: walk.read + rows.length,
    at: activityOf(rows.at(-1)),
    watermark,
  }
  return {
    ...together(found),
    next: goesOn ? writeCursor(next) : null,
    watermark,
  }
}

/** Reads the bookings after the last page; a row that moved to the top or vanished cannot mark the place. */
async function activeAfter({ http }: VendorContext, { page, read, at }: ActivityWalk): Promise<unknown[]> {
  const list = async (place: { afterId?: string; offset?: number }): Promise<unknown[]> => {
    const query = { limit: activePageSize, ...place, sortOrder: 'latestActivityDesc', includeResources: 0 }
    return readList(await http.get('/v1/reservations', { query })).rows
  }
  if (page.length === 0) return list({})
  for (const afterId of page.toReversed().slice(0, mostAnchors)) {
    const rows = await orRefused(list({ afterId }))
    // The answer lies above the walk's place: the row moved to the top, or the vendor ignores `afterId`.
    const first = activityOf(rows?.[0])
    const isAbove = at !== null && first !== null && compareInstants(first, at) > 0
    if (rows !== null && !isAbove) return rows
  }
  // As a last resort the page is read by position, which the vendor has deprecated.
  return list({ offset: Math.max(0, read - mostAnchors) })
}

function isRecent(row: unknown, since: string): boolean {
  const time = activityOf(row)
  return time === null || compareInstants(time, since) >= 0
}

async function conversationsOf(
  { http }: VendorContext,
  booking: unknown,
): Promise<MappedRows<ConversationRecord>> {
  const answer = await orNull(
    http.get(`/v1/reservations/${encodeURIComponent(plainId(booking))}/conversations`),
  )
  const rows = answer === null ? [] : readList(answer).rows
  return mapRows(rows, mappingFor(readable(VendorReservation, [booking])[0]))
}

const mappingFor = (booking?: VendorReservation) =>
  mapping('conversation', VendorConversation, (row) => toConversation(row, row.Reservation ?? booking ?? {}))
