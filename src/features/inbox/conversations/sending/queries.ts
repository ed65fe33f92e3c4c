import { insertParts, type NewSendPart } from '../../../../records/messages/part-queries.ts'
import { sql } from 'kysely'
import { inScope, type Queryable, type Scope } from '../../../../platform/tenant.ts'
import { relayOf, type RelayAccount } from '../../../../upstream/acts/public.ts'
import type { StoredMessageFile } from './files.ts'

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
    select c.id, c.external_id, c.platform, c.listing_id, c.reservation_id, ${relayOf(scope, 'c')} as relay
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
  parts: readonly NewSendPart[]
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
  await insertParts(tx, scope, { sendId: row.id, conversationId: send.conversationId }, send.parts)
  return row
}

export async function deleteSend(db: Queryable, scope: Scope, id: string): Promise<void> {
  await sql`delete from message_sends where workspace_id = ${scope.workspaceId} and id = ${id}`.execute(db)
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
