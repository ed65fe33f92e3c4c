import type { ConversationRecord } from '../../contract/records.ts'
import type { Operations, Page, VendorContext } from '../../connector-kit/connector.ts'
import { compareInstants, latestInstant } from '../../connector-kit/dates.ts'
import {
  mapOne,
  mapRows,
  offsetPage,
  plainId,
  readCursor,
  writeCursor,
} from '../../connector-kit/paginate.ts'
import type { Mapped } from '../../connector-kit/paginate.ts'
import { compileCheck, recordChecks } from '../../connector-kit/validate.ts'
import { readList, readResult } from './envelope.ts'
import { toConversation } from './map-conversation.ts'
import { orNull } from './missing.ts'
import { activityOf } from './reservation-walk.ts'
import { VendorConversation, VendorReservation } from './vendor.ts'

type ConversationPage = Page<ConversationRecord> & { watermark: string | null }

const rowCheck = compileCheck(VendorConversation)
const bookingCheck = compileCheck(VendorReservation)
const pageSize = 100
// The next walk starts here by our clock, and the vendor's may be behind it.
const clockMarginMs = 3_600_000
// Every booking of a page costs one more call.
const activePageSize = 20

export const conversations: NonNullable<Operations['conversations']> = {
  page: (context, { cursor, since }) =>
    since === null ? everyConversation(context, cursor) : recentConversations(context, cursor, since),

  async one({ http }, externalId) {
    const path = `/v1/conversations/${encodeURIComponent(externalId)}`
    const answer = await orNull(http.get(path, { query: { includeResources: 1 } }))
    return answer === null ? null : mapOne(readResult(answer), mappingFor())
  },
}

/** All of them, in the vendor's order, which is none that could be relied on. */
async function everyConversation(
  { http, now }: VendorContext,
  cursor: string | null,
): Promise<ConversationPage> {
  const walk = readCursor<{ inner: string | null; startedAt: string }>(cursor, {
    inner: null,
    startedAt: new Date(now().getTime() - clockMarginMs).toISOString(),
  })
  const { rows, next, total } = await offsetPage({
    cursor: walk.inner,
    limit: pageSize,
    fetch: async (page) =>
      readList(await http.get('/v1/conversations', { query: { ...page, includeResources: 1 } })),
  })
  return {
    ...mapRows(rows, mappingFor()),
    next: next === null ? null : writeCursor({ ...walk, inner: next }),
    watermark: walk.startedAt,
    ...(total === null ? {} : { expected: total }),
  }
}

/**
 * The list of conversations can neither be sorted nor filtered by time, the list of bookings can: latest activity
 * first, and a message is activity. So the bookings with activity since then are asked for their conversations.
 */
async function recentConversations(
  context: VendorContext,
  cursor: string | null,
  since: string,
): Promise<ConversationPage> {
  const walk = readCursor<{ inner: string | null; watermark: string }>(cursor, {
    inner: null,
    watermark: since,
  })
  const { rows, next } = await offsetPage({
    cursor: walk.inner,
    limit: activePageSize,
    fetch: async (page) =>
      readList(
        await context.http.get('/v1/reservations', {
          query: { ...page, sortOrder: 'latestActivityDesc', includeResources: 0 },
        }),
      ),
  })
  const watermark = latestInstant([...rows.map(activityOf), walk.watermark]) ?? since
  const active = rows.filter((row) => isRecent(row, since))
  const found = await Promise.all(active.map((row) => conversationsOf(context, row)))
  // The order is newest first: the first page without anything recent is the last one needed.
  const goesOn = next !== null && active.length > 0
  return {
    records: found.flatMap(({ records }) => records),
    failures: found.flatMap(({ failures }) => failures),
    next: goesOn ? writeCursor({ inner: next, watermark }) : null,
    watermark,
  }
}

function isRecent(row: unknown, since: string): boolean {
  const time = activityOf(row)
  return time === null || compareInstants(time, since) >= 0
}

async function conversationsOf(
  { http }: VendorContext,
  booking: unknown,
): Promise<Mapped<ConversationRecord>> {
  const answer = await orNull(
    http.get(`/v1/reservations/${encodeURIComponent(plainId(booking))}/conversations`),
  )
  const rows = answer === null ? [] : readList(answer).rows
  return mapRows(rows, mappingFor(bookingCheck.fits(booking) ? booking : undefined))
}

function mappingFor(booking?: VendorReservation) {
  return {
    row: rowCheck,
    record: recordChecks.conversation,
    idOf: plainId,
    map: (row: VendorConversation) =>
      toConversation(row, row.Reservation?.channelId ?? booking?.channelId ?? null),
  }
}
