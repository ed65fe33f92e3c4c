import type { ConversationRecord } from '../../contract/records.ts'
import { fieldOf, orNull } from '../../connector-kit/answers.ts'
import type { VendorOperations, VendorContext } from '../../connector-kit/connector.ts'
import { compareInstants } from '../../connector-kit/dates.ts'
import { mapOne, mapping, mapRows, readCursor, writeCursor } from '../../connector-kit/paginate.ts'
import { readData, readList } from './envelope.ts'
import { conversationOfInquiry, conversationOfReservation } from './map-conversation.ts'
import { propertyChunks } from './property-ids.ts'
import { beginScan, scan, type ScanCursor } from './scan.ts'
import { VendorInquiry, VendorReservation } from './vendor.ts'
import { everyReservation, inquiries, inquiryParts, writtenSince } from './windows.ts'

const ofReservation = mapping('conversation', VendorReservation, conversationOfReservation)
const ofInquiry = mapping('conversation', VendorInquiry, conversationOfInquiry)

// The next walk starts at our clock, and the vendor's may be behind it.
const clockMarginMs = 3_600_000

/** The vendor has no list of conversations: every reservation and every inquiry has one. */
export const conversations: NonNullable<VendorOperations['conversations']> = {
  async page(context, { cursor, since }) {
    const place = readCursor<ScanCursor>(cursor, beginScan(context.now()))
    const start = new Date(place.startedAt)
    const all = [everyReservation(start), inquiries()]
    const lists = since === null ? all : all.map((list) => writtenSince(list, since))
    const { list, rows, next } = await scan(context, place, lists)
    const mapped = list.kind === 'inquiries' ? mapRows(rows, ofInquiry) : mapRows(rows, ofReservation)
    return {
      failures: mapped.failures,
      records: mapped.records.filter(({ lastMessageAt }) => isRecent(lastMessageAt ?? null, since)),
      next: next === null ? null : writeCursor(next),
      watermark: new Date(start.getTime() - clockMarginMs).toISOString(),
    }
  },

  async one(context, externalId) {
    const [row] = await reservationsIn(context, externalId)
    if (row !== undefined) return mapOne(row, ofReservation)
    return threadOfInquiry(context, externalId)
  },

  // An inquiry has the same id as its conversation.
  ofInquiry: threadOfInquiry,
}

async function threadOfInquiry(context: VendorContext, id: string): Promise<ConversationRecord | null> {
  const question = await inquiryOf(context, id)
  return question === null ? null : mapOne(question, ofInquiry)
}

// The filter had a margin because its zone is not documented, so older rows are dropped here.
function isRecent(time: string | null, since: string | null): boolean {
  return since === null || time === null || compareInstants(time, since) >= 0
}

/** Returns a conversation's reservations; the vendor searches only named properties, so all are named. */
export async function reservationsIn(context: VendorContext, conversationId: string): Promise<unknown[]> {
  return reservationsAmong(context, conversationId, await propertyChunks(context))
}

export async function reservationsAmong(
  context: VendorContext,
  conversationId: string,
  chunks: readonly string[][],
): Promise<unknown[]> {
  const { path, query } = everyReservation(context.now())
  for (const ids of chunks) {
    const search = { ...query, conversation_id: conversationId, per_page: 100, 'properties[]': ids }
    const rows = readList(await context.http.get(path, { query: search }))
    // If the vendor ignored the filter, rows of other conversations are dropped.
    const own = rows.filter((row) => fieldOf(row, 'conversation_id') === conversationId)
    if (own.length > 0) return own
  }
  return []
}

/** Returns an inquiry with its messages; null if there is none, or it has become a reservation. */
export async function inquiryOf({ http }: VendorContext, conversationId: string): Promise<unknown> {
  const path = `/v2/inquiries/${encodeURIComponent(conversationId)}`
  const answer = await orNull(http.get(path, { query: { include: inquiryParts } }))
  return answer === null ? null : readData(answer)
}
