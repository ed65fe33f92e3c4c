import { fieldOf, orNull, readable } from '../../connector-kit/answers.ts'
import type { VendorOperations, VendorContext } from '../../connector-kit/connector.ts'
import { mapping, mapRows, plainId } from '../../connector-kit/paginate.ts'
import { inquiryOf, reservationsAmong, reservationsIn } from './conversations.ts'
import { readList } from './envelope.ts'
import { messageKey, toMessage } from './map-conversation.ts'
import { VendorMessage } from './vendor.ts'

/** The vendor returns all messages at once, of a reservation or together with its inquiry. */
export const messages: NonNullable<VendorOperations['messages']> = {
  async page(context, { conversationExternalId, listingExternalId }) {
    const rows =
      (listingExternalId != null &&
        (await rowsOfListing(context, conversationExternalId, listingExternalId))) ||
      (await messageRows(context, conversationExternalId))
    const idOf = (row: unknown) => readable(VendorMessage, [row]).map(messageKey)[0] ?? 'unknown'
    const found = (row: VendorMessage) => toMessage(row, conversationExternalId)
    const { records, failures } = mapRows(rows, mapping('message', VendorMessage, found, idOf))
    // Several reservations of one conversation have the same messages.
    const unique = new Map(records.map((record) => [record.externalId, record]))
    return { records: [...unique.values()], failures, next: null }
  },
}

/**
 * A known listing takes a call or two; searching all properties takes one per fifty. Returns null if the
 * conversation belongs to another listing by now.
 */
async function rowsOfListing(
  context: VendorContext,
  conversationId: string,
  listingId: string,
): Promise<unknown[] | null> {
  const reservations = await reservationsAmong(context, conversationId, [[listingId]])
  if (reservations.length > 0) return messagesOf(context, reservations)
  const inquiry = await inquiryOf(context, conversationId)
  return inquiry === null ? null : messagesOfInquiry(inquiry)
}

async function messageRows(context: VendorContext, conversationId: string): Promise<unknown[]> {
  const reservations = await reservationsIn(context, conversationId)
  if (reservations.length > 0) return messagesOf(context, reservations)
  return messagesOfInquiry(await inquiryOf(context, conversationId))
}

async function messagesOf(context: VendorContext, reservations: readonly unknown[]): Promise<unknown[]> {
  const rows: unknown[] = []
  for (const reservation of reservations) {
    const path = `/v2/reservations/${encodeURIComponent(plainId(reservation))}/messages`
    const answer = await orNull(context.http.get(path))
    if (answer !== null) rows.push(...readList(answer))
  }
  return rows
}

/** The description has one message under a plural name. */
function messagesOfInquiry(inquiry: unknown): unknown[] {
  const messages = fieldOf(inquiry, 'messages') ?? []
  return Array.isArray(messages) ? messages : [messages]
}
