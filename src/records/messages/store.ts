import { textOfHtml } from '../../connector-kit/html-text.ts'
import type { MessageRecord } from '../../contract/records.ts'
import { appendEvents, openWrite, type Write } from '../../platform/outbox.ts'
import { newIds } from '../../platform/tenant.ts'
import { contentHash } from '../canonical.ts'
import { isMessageNews } from '../news.ts'
import { messageArrivedEvent, messageEditedEvent } from './events.ts'
import { emptyApplied, type AppliedBatch, type RecordBatch } from '../batch.ts'
import { refreshLastMessages } from '../conversations/store-queries.ts'
import {
  insertMessages,
  storedMessages,
  threads,
  updateMessages,
  type KeptMessage,
  type MessageRow,
  type MessageThread,
} from './store-queries.ts'
import { identifyMessage, openParts, settlePart, type OpenPart } from './sent-queries.ts'
import { textHash } from './text-hash.ts'

/** A message read in a thread that may have been sent from here, so it must not be stored twice. */
interface MessageReading {
  conversationId: string
  externalId: string
  body: string
  sentAt: string
}

interface RecognisedMessage {
  /** The id of the message stored without the vendor's id; null if it must still be stored. */
  messageId: string | null
  /** Call it after the message is stored. */
  settle(messageId: string, channel: string | null): Promise<void>
}

/** Vendors round the time of a message, and their clocks differ from ours. */
const earlierMs = 5 * 60_000
/** A request can be repeated for this long. */
const laterMs = 24 * 3_600_000

/** Returns by conversation and external id the messages that were sent from here. Pass the host's messages only. */
async function recogniseSent(
  { tx, scope }: Write,
  read: readonly MessageReading[],
): Promise<Map<string, RecognisedMessage>> {
  const recognised = new Map<string, RecognisedMessage>()
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

function isOf(part: OpenPart, { conversationId, body, sentAt }: MessageReading): boolean {
  const after = Date.parse(sentAt) - part.asked_at.getTime()
  return (
    part.conversation_id === conversationId &&
    after >= -earlierMs &&
    after <= laterMs &&
    part.text_hash.equals(textHash(body))
  )
}

interface MessageCandidate {
  record: MessageRecord
  thread: MessageThread
  /** The id of the stored row; null for a new message. */
  id: string | null
  /** The stored form of the message. */
  old: KeptMessage | undefined
  row: Omit<MessageRow, 'id'>
}

/** Stores messages whose threads are stored already. */
export async function applyMessages(
  batch: RecordBatch,
  given: readonly MessageRecord[],
): Promise<AppliedBatch> {
  const { tx, scope, connection } = batch
  const records = [...new Map(given.map((m) => [`${m.conversationExternalId} ${m.externalId}`, m])).values()]
  if (records.length === 0) return emptyApplied
  const known = await threads(
    tx,
    scope,
    connection.id,
    records.map((record) => record.conversationExternalId),
  )
  const threadIds = [...known.values()].map(({ id }) => id)
  const failures = records
    .filter((record) => !known.has(record.conversationExternalId))
    .map((record) => ({
      externalId: record.externalId,
      message: `its conversation ${record.conversationExternalId} is not known`,
    }))
  const before = candidatesOf(records, known, await storedMessages(tx, scope, threadIds))
  if (before.length === 0) return { ...emptyApplied, failures }
  return { ...(await storeMessages(batch, records, known)), failures }
}

async function storeMessages(
  batch: RecordBatch,
  records: readonly MessageRecord[],
  known: ReadonlyMap<string, MessageThread>,
): Promise<AppliedBatch> {
  const { tx, scope, now } = batch
  const threadIds = [...known.values()].map(({ id }) => id)
  const write = await openWrite(tx, scope, now)
  // A request that sends through the API may have stored a message in between, so read after the lock.
  const candidates = candidatesOf(records, known, await storedMessages(tx, scope, threadIds))
  const sentHere = await recogniseSent(write, candidates.filter(isNewOfHost).map(readOf))
  const ours = (candidate: MessageCandidate) => sentHere.get(keyOf(candidate))
  const stands = (candidate: MessageCandidate) => candidate.id ?? ours(candidate)?.messageId ?? null
  const isNew = (candidate: MessageCandidate) => stands(candidate) === null
  const next = await newIds(tx, scope, 'messages', candidates.filter(isNew).length)
  const written = candidates.toSorted(bySentAt).map((candidate) => {
    const id = stands(candidate) ?? next()
    return { ...candidate, isNew: isNew(candidate), row: { ...candidate.row, id } }
  })
  const added = written.filter(({ isNew: isAdded }) => isAdded)
  const addedRows = added.map(({ row }) => row)
  await insertMessages(tx, scope, addedRows, write.at)
  const kept = written.filter(({ isNew: isAdded }) => !isAdded)
  const keptRows = kept.map(({ row }) => row)
  await updateMessages(tx, scope, keptRows)
  for (const message of written) await ours(message)?.settle(message.row.id, message.row.channel)
  await refreshLastMessages(tx, scope, threadIds, write.at)
  await appendEvents(write, [
    ...added
      .filter((candidate) => isNews(batch, candidate))
      .map((candidate) => messageArrivedEvent(candidate, ours(candidate) ? 'repull' : 'channel')),
    ...kept.flatMap((candidate) => {
      const { old, row } = candidate
      // A message sent from here counts as unedited when the vendor's form is read the first time.
      const isFirst = old?.hash === null
      if (!old || isFirst || isSameText(old.body, row.body) || !isNews(batch, candidate)) return []
      return [messageEditedEvent(candidate, { previousBody: old.body, at: now })]
    }),
  ])
  return { ...emptyApplied, changed: candidates.length }
}

const keyOf = ({ thread, record }: MessageCandidate) => `${thread.id} ${record.externalId}`

const isNewOfHost = ({ id, record }: MessageCandidate) => id === null && record.direction === 'outbound'

const readOf = ({ thread, record }: MessageCandidate) => ({
  conversationId: thread.id,
  externalId: record.externalId,
  body: record.body,
  sentAt: record.sentAt,
})

/** Returns messages that are new or differ from what is stored. */
function candidatesOf(
  records: readonly MessageRecord[],
  known: ReadonlyMap<string, MessageThread>,
  stored: ReadonlyMap<string, KeptMessage>,
): MessageCandidate[] {
  const adopted = new Set<string>()
  return records.flatMap((record): MessageCandidate[] => {
    const thread = known.get(record.conversationExternalId)
    if (!thread) return []
    const { formerIds, ...content } = record
    const hash = contentHash(content)
    const own = stored.get(`${thread.id} ${record.externalId}`)
    if (own?.hash === hash) return []
    // Two messages may share one former id: the first takes the row, since the other was never stored.
    const former = own === undefined ? formerIds?.map((id) => stored.get(`${thread.id} ${id}`)) : []
    const old = own ?? former?.find((message) => message !== undefined && !adopted.has(message.id))
    if (old !== undefined) adopted.add(old.id)
    return [{ record, thread, id: old?.id ?? null, old, row: toRow(record, thread, hash) }]
  })
}

/** Earlier versions stored mails with markup; the text is the same. */
const isSameText = (stored: string, read: string): boolean => stored === read || textOfHtml(stored) === read

const isNews = ({ connection }: RecordBatch, { record, thread }: MessageCandidate) =>
  thread.listing_active && isMessageNews(record.sentAt, connection)

const bySentAt = (a: MessageCandidate, b: MessageCandidate) =>
  Date.parse(a.record.sentAt) - Date.parse(b.record.sentAt)

/** A message that names no platform went the way of its conversation. */
function toRow(
  record: MessageRecord,
  { id: conversationId, platform, guest_forgotten_at: forgottenAt }: MessageThread,
  hash: string,
): MessageCandidate['row'] {
  const row = {
    conversation_id: conversationId,
    external_id: record.externalId,
    direction: record.direction,
    sender_type: record.senderType ?? null,
    sender_name: record.senderName ?? null,
    sender_avatar: record.senderAvatar ?? null,
    channel: record.channel ?? platform,
    body: record.body,
    attachments: record.attachments ?? [],
    is_automated: record.isAutomated ?? false,
    sent_at: record.sentAt,
    delivered_at: record.deliveredAt ?? null,
    read_at: record.readAt ?? null,
    moderation: record.moderation ?? null,
    source_hash: hash,
  }
  // Messages from before a guest was forgotten are stored without their text and sender.
  const isErased = forgottenAt !== null && new Date(record.sentAt) <= forgottenAt
  return isErased ? { ...row, body: '', sender_name: null, sender_avatar: null, attachments: [] } : row
}
