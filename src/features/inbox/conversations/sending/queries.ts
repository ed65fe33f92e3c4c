import { sql } from 'kysely'
import { inScope, type Queryable, type Scope } from '../../../../platform/tenant.ts'
import { relayOf, type RelayAccount } from '../../../../upstream/acts/public.ts'
import type { StoredMessageFile } from './files.ts'
import type { PartState } from './part-state.ts'
import type { PlannedPart } from './plan.ts'

/** A conversation with the fields that sending needs. */
export interface SendingThread {
  id: string
  external_id: string | null
  platform: string | null
  listing_id: string | null
  reservation_id: string | null
  relay: RelayAccount | null
}

export async function sendingThread(
  db: Queryable,
  scope: Scope,
  id: string,
): Promise<SendingThread | undefined> {
  const { rows } = await sql<SendingThread>`
    select c.id, c.external_id, c.platform, c.listing_id, c.reservation_id, ${relayOf('c')} as relay
    from conversations c
    where ${inScope(scope, 'conversations', 'c')} and c.id = ${id}`.execute(db)
  return rows[0]
}

export interface MessageSend {
  id: string
  conversation_id: string
  request_hash: Buffer
  files: StoredMessageFile[]
}

export interface SendPart {
  place: number
  has_text: boolean
  file_places: number[]
  text_hash: Buffer
  state: PartState
  attempts: number
  asked_at: Date | null
  settles_at: Date | null
  external_id: string | null
  message_id: string | null
  channel: string | null
  refusal: string | null
}

const partColumns = sql`place, has_text, file_places, text_hash, state, attempts, asked_at, settles_at, external_id,
  message_id, channel, refusal`

export async function sendOfKey(db: Queryable, scope: Scope, key: string): Promise<MessageSend | undefined> {
  const { rows } = await sql<MessageSend>`
    select id, conversation_id, request_hash, files from message_sends
    where workspace_id = ${scope.workspaceId} and key = ${key}`.execute(db)
  return rows[0]
}

export async function sendOfId(db: Queryable, scope: Scope, id: string): Promise<MessageSend | undefined> {
  const { rows } = await sql<MessageSend>`
    select id, conversation_id, request_hash, files from message_sends
    where workspace_id = ${scope.workspaceId} and id = ${id}`.execute(db)
  return rows[0]
}

export interface NewMessageSend {
  key: string
  conversationId: string
  connectionId: string
  hash: Buffer
  files: readonly StoredMessageFile[]
  parts: readonly (PlannedPart & { textHash: Buffer })[]
}

/** undefined: the key already has a send. */
export async function insertSend(
  tx: Queryable,
  scope: Scope,
  send: NewMessageSend,
  at: Date,
): Promise<MessageSend | undefined> {
  const { rows } = await sql<MessageSend>`
    insert into message_sends (workspace_id, key, conversation_id, connection_id, request_hash, files, created_at)
    values (${scope.workspaceId}, ${send.key}, ${send.conversationId}, ${send.connectionId}, ${send.hash},
            ${JSON.stringify(send.files)}::jsonb, ${at})
    on conflict (workspace_id, key) do nothing
    returning id, conversation_id, request_hash, files`.execute(tx)
  const [row] = rows
  if (!row) return undefined
  const parts = send.parts.map(({ hasText, files, textHash }, place) => ({
    place,
    has_text: hasText,
    file_places: files,
    text_hash: textHash.toString('hex'),
  }))
  await sql`
    insert into message_parts (workspace_id, send_id, place, conversation_id, has_text, file_places, text_hash)
    select ${scope.workspaceId}, ${row.id}, place, ${send.conversationId}, has_text, file_places, decode(text_hash, 'hex')
    from jsonb_to_recordset(${JSON.stringify(parts)}::jsonb)
      as r (place int, has_text boolean, file_places jsonb, text_hash text)`.execute(tx)
  return row
}

export async function deleteSend(db: Queryable, scope: Scope, id: string): Promise<void> {
  await sql`delete from message_sends where workspace_id = ${scope.workspaceId} and id = ${id}`.execute(db)
}

export async function partsOf(db: Queryable, scope: Scope, sendId: string): Promise<SendPart[]> {
  const { rows } = await sql<SendPart>`
    select ${partColumns} from message_parts
    where workspace_id = ${scope.workspaceId} and send_id = ${sendId} order by place`.execute(db)
  return rows
}

/** Locks the part. */
export async function lockPart(
  tx: Queryable,
  scope: Scope,
  sendId: string,
  place: number,
): Promise<SendPart | undefined> {
  const { rows } = await sql<SendPart>`
    select ${partColumns} from message_parts
    where workspace_id = ${scope.workspaceId} and send_id = ${sendId} and place = ${place} for update`.execute(
    tx,
  )
  return rows[0]
}

export type SendPartChange = Pick<
  SendPart,
  'state' | 'attempts' | 'asked_at' | 'settles_at' | 'external_id' | 'message_id' | 'channel' | 'refusal'
>

/** Compare-and-set: undefined when another process moved the part. */
export async function updatePart(
  db: Queryable,
  scope: Scope,
  sendId: string,
  { place, state, attempts }: SendPart,
  change: SendPartChange,
): Promise<SendPart | undefined> {
  const { rows } = await sql<SendPart>`
    update message_parts
    set state = ${change.state}, attempts = ${change.attempts}, asked_at = ${change.asked_at},
        settles_at = ${change.settles_at}, external_id = ${change.external_id}, message_id = ${change.message_id},
        channel = ${change.channel}, refusal = ${change.refusal}
    where workspace_id = ${scope.workspaceId} and send_id = ${sendId} and place = ${place}
      and state = ${state} and attempts = ${attempts}
    returning ${partColumns}`.execute(db)
  return rows[0]
}

/** The message with this id in its thread, whoever stored it. */
export async function messageOfExternalId(
  tx: Queryable,
  scope: Scope,
  conversationId: string,
  externalId: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from messages
    where workspace_id = ${scope.workspaceId} and conversation_id = ${conversationId}
      and external_id = ${externalId}`.execute(tx)
  return rows[0]?.id
}

/** The text as the channel shows it, once its thread was read. */
export async function messageText(db: Queryable, scope: Scope, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ body: string | null }>`
    select body from messages where workspace_id = ${scope.workspaceId} and id = ${id}`.execute(db)
  return rows[0]?.body ?? undefined
}

/** Adds files to a message whose vendor sends them but does not show them. */
export async function showFiles(
  tx: Queryable,
  scope: Scope,
  messageId: string | null,
  attachments: readonly object[],
): Promise<void> {
  if (attachments.length === 0) return
  await sql`
    update messages set attachments = ${JSON.stringify(attachments)}::jsonb
    where workspace_id = ${scope.workspaceId} and id = ${messageId} and attachments = '[]'`.execute(tx)
}
