/** Messages that the sync reads in a thread and that were sent from here: they are neither stored nor told twice. */
import type { Write } from '../../platform/outbox.ts'
import { identifyMessage, openParts, settlePart, type OpenPart } from './sent-queries.ts'
import { textHash } from './text-hash.ts'

export interface ReadMessage {
  conversationId: string
  externalId: string
  body: string
  sentAt: string
}

export interface Recognised {
  /** Stored already, without the vendor's id; null: still to be stored. */
  messageId: string | null
  /** After it is stored. */
  settle(messageId: string, channel: string | null): Promise<void>
}

/** Vendors round the time of a message, and their clocks are not ours. */
const earlierMs = 5 * 60_000
/** For as long as a request can be repeated. */
const laterMs = 24 * 3_600_000

/** By conversation and external id, those that were sent from here. Takes messages of the host only. */
export async function recogniseSent(
  { tx, scope }: Write,
  read: readonly ReadMessage[],
): Promise<Map<string, Recognised>> {
  const recognised = new Map<string, Recognised>()
  if (read.length === 0) return recognised
  const open = await openParts(tx, scope, [...new Set(read.map(({ conversationId }) => conversationId))])
  const oldestFirst = read.toSorted((a, b) => Date.parse(a.sentAt) - Date.parse(b.sentAt))
  for (const message of oldestFirst) {
    const place = open.findIndex((part) => isOf(part, message))
    const [part] = place < 0 ? [] : open.splice(place, 1)
    if (!part) continue
    const { conversationId, externalId } = message
    recognised.set(`${conversationId} ${externalId}`, {
      messageId: part.message_id,
      async settle(messageId, channel) {
        if (part.message_id !== null) await identifyMessage(tx, scope, messageId, externalId)
        await settlePart(tx, scope, part, { externalId, messageId, channel })
      },
    })
  }
  return recognised
}

function isOf(part: OpenPart, { conversationId, body, sentAt }: ReadMessage): boolean {
  const after = Date.parse(sentAt) - part.asked_at.getTime()
  return (
    part.conversation_id === conversationId &&
    after >= -earlierMs &&
    after <= laterMs &&
    part.text_hash.equals(textHash(body))
  )
}
