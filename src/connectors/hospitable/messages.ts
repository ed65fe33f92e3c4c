import { fieldOf, orNull, readable } from '../../connector-kit/answers.ts'
import type { Operations, VendorContext } from '../../connector-kit/connector.ts'
import { mapping, mapRows, plainId } from '../../connector-kit/paginate.ts'
import { inquiryOf, reservationsIn } from './conversations.ts'
import { readList } from './envelope.ts'
import { messageKey, toMessage } from './map-conversation.ts'
import { VendorMessage } from './vendor.ts'

/** The vendor gives all messages at once, of a reservation or together with its inquiry. */
export const messages: NonNullable<Operations['messages']> = {
  async page(context, { conversationExternalId }) {
    const rows = await messageRows(context, conversationExternalId)
    const idOf = (row: unknown) => readable(VendorMessage, [row]).map(messageKey)[0] ?? 'unknown'
    const found = (row: VendorMessage) => toMessage(row, conversationExternalId)
    const { records, failures } = mapRows(rows, mapping('message', VendorMessage, found, idOf))
    // Several reservations of one conversation tell the same messages.
    const unique = new Map(records.map((record) => [record.externalId, record]))
    return { records: [...unique.values()], failures, next: null }
  },
}

async function messageRows(context: VendorContext, conversationId: string): Promise<unknown[]> {
  const reservations = await reservationsIn(context, conversationId)
  if (reservations.length === 0) return messagesOfInquiry(await inquiryOf(context, conversationId))
  const rows: unknown[] = []
  for (const reservation of reservations) {
    const path = `/v2/reservations/${encodeURIComponent(plainId(reservation))}/messages`
    const answer = await orNull(context.http.get(path))
    if (answer !== null) rows.push(...readList(answer))
  }
  return rows
}

/** Described as one message under a plural name. */
function messagesOfInquiry(inquiry: unknown): unknown[] {
  const told = fieldOf(inquiry, 'messages') ?? []
  return Array.isArray(told) ? told : [told]
}
