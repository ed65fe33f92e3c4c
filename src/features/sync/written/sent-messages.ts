/** Messages sent through the API are stored in the same way as those read from vendors. */
import type { VendorOperations, VendorPage, VendorContext } from '../../../connector-kit/connector.ts'
import type { MessageRecord } from '../../../contract/records.ts'
import { appendEvents, type Write } from '../../../platform/outbox.ts'
import { newId } from '../../../platform/tenant.ts'
import { toStorable } from '../../../records/canonical.ts'
import { refreshLastMessages } from '../../../records/conversations/store-queries.ts'
import { messageArrivedEvent } from '../../../records/messages/events.ts'
import { insertMessages, threads, type MessageRow } from '../../../records/messages/store-queries.ts'
import { applyMessages } from '../../../records/messages/store.ts'
import { callConnection, type ConnectionAccess } from '../../../upstream/access.ts'

export interface SentMessage {
  conversationExternalId: string
  /** Null if the vendor gave none. */
  externalId: string | null
  channel: string | null
  body: string
  attachments: MessageRow['attachments']
  sentAt: string
}

/** Stores the message with its event and returns its id. */
export async function storeSentMessage(
  write: Write,
  connectionId: string,
  sent: SentMessage,
): Promise<string> {
  const { tx, scope, at } = write
  const { conversationExternalId: threadId } = sent
  const thread = (await threads(tx, scope, connectionId, [threadId])).get(threadId)
  if (!thread) throw new Error(`conversation ${threadId} is not stored`)
  const id = await newId(tx, scope, 'messages')
  const row: MessageRow = {
    id,
    conversation_id: thread.id,
    external_id: sent.externalId,
    direction: 'outbound',
    sender_type: 'host',
    sender_name: null,
    sender_avatar: null,
    channel: sent.channel,
    body: sent.body,
    attachments: sent.attachments,
    is_automated: false,
    sent_at: sent.sentAt,
    delivered_at: null,
    read_at: null,
    moderation: null,
    source_hash: null,
  }
  await insertMessages(tx, scope, [row], at)
  await refreshLastMessages(tx, scope, [thread.id], at)
  await appendEvents(write, [messageArrivedEvent({ record: sent, thread, row }, 'repull')])
  return id
}

const mostPages = 50

async function wholeThread(
  context: VendorContext,
  messages: NonNullable<VendorOperations['messages']>,
  conversationExternalId: string,
): Promise<{ records: MessageRecord[]; isWhole: boolean }> {
  const records: MessageRecord[] = []
  let cursor: string | null = null
  for (let pages = 0; pages < mostPages; pages += 1) {
    const page: VendorPage<MessageRecord> = await messages.page(context, { conversationExternalId, cursor })
    records.push(...page.records)
    cursor = page.next
    if (cursor === null) return { records, isWhole: page.failures.length === 0 }
  }
  return { records, isWhole: false }
}

/**
 * Reads and stores a thread, so that messages sent from here are recognised. Returns whether it was read whole, since
 * vendors start with the newest or oldest message. Pass `context` inside a vendor call.
 */
export async function readThread(
  access: ConnectionAccess,
  conversationExternalId: string,
  context?: VendorContext,
): Promise<boolean> {
  const { services, scope, connection, connector } = access
  const { messages } = connector.operations
  if (!messages) return false
  const read = (open: VendorContext) => wholeThread(open, messages, conversationExternalId)
  const { records, isWhole } = await (context ? read(context) : callConnection(access, read))
  await services.db.transaction().execute((tx) =>
    applyMessages(
      { tx, scope, connection, now: services.clock.now(), origin: 'api', runId: null },
      records.map((record) => toStorable(record)),
    ),
  )
  return isWhole
}
