import { sql } from 'kysely'
import type { Queryable, Scope } from '../../platform/tenant.ts'

export interface MessageThread {
  id: string
  external_id: string
  reservation_id: string | null
  listing_id: string | null
  /** The connection's id of the listing; null if it does not keep the listing. */
  listing_external_id: string | null
  platform: string | null
  /** True for a thread without a listing, since nothing can be switched off there. */
  listing_active: boolean
  guest_name: string | null
  /** Null for a guest who is not forgotten. */
  guest_forgotten_at: Date | null
  provider: string | null
  external_account_id: string | null
  connection_id: string | null
}

export async function threads(
  db: Queryable,
  scope: Scope,
  connectionId: string,
  externalIds: readonly string[],
): Promise<Map<string, MessageThread>> {
  const { rows } = await sql<MessageThread>`
    select c.id, c.external_id, c.reservation_id, c.listing_id, c.platform, coalesce(l.active, true) as listing_active,
           case when l.connection_id = c.connection_id then l.external_id end as listing_external_id,
           nullif(concat_ws(' ', g.first_name, g.last_name), '') as guest_name,
           g.forgotten_at as guest_forgotten_at,
           a.provider, a.external_account_id, a.connection_id
    from conversations c
    left join listings l on l.workspace_id = c.workspace_id and l.id = c.listing_id
    left join guests g on g.workspace_id = c.workspace_id and g.id = c.guest_id
    left join accounts a on a.workspace_id = c.workspace_id and a.id = c.account_id
    where c.workspace_id = ${scope.workspaceId} and c.connection_id = ${connectionId}
      and c.external_id = any(${externalIds}::text[])`.execute(db)
  return new Map(rows.map((row) => [row.external_id, row]))
}

export interface KeptMessage {
  id: string
  /** Null if it was not read from the vendor yet. */
  hash: string | null
  body: string
}

/** Returns messages by conversation and external id. */
export async function storedMessages(
  db: Queryable,
  scope: Scope,
  conversationIds: readonly string[],
): Promise<Map<string, KeptMessage>> {
  const { rows } = await sql<KeptMessage & { key: string }>`
    select conversation_id || ' ' || external_id as key, id, encode(source_hash, 'hex') as hash, body
    from messages
    where workspace_id = ${scope.workspaceId} and conversation_id = any(${conversationIds}::bigint[])`.execute(
    db,
  )
  return new Map(rows.map((row) => [row.key, row]))
}

export interface MessageRow {
  id: string
  conversation_id: string
  /** Null if it was sent from here and the vendor gave no id. */
  external_id: string | null
  direction: string
  sender_type: string | null
  sender_name: string | null
  sender_avatar: string | null
  channel: string | null
  body: string
  attachments: { id?: string; url: string; contentType?: string | null; createdAt?: string | null }[]
  is_automated: boolean
  sent_at: string
  delivered_at: string | null
  read_at: string | null
  moderation: string | null
  /** Null if it was not read from the vendor yet. */
  source_hash: string | null
}

const record = sql`r (id bigint, conversation_id bigint, external_id text, direction text, sender_type text,
  sender_name text, sender_avatar text, channel text, body text, attachments jsonb, is_automated boolean,
  sent_at timestamptz, delivered_at timestamptz, read_at timestamptz, moderation text, source_hash text)`

export async function insertMessages(
  db: Queryable,
  scope: Scope,
  rows: readonly MessageRow[],
  at: Date,
): Promise<void> {
  if (rows.length === 0) return
  await sql`
    insert into messages (workspace_id, id, conversation_id, external_id, direction, sender_type, sender_name,
      sender_avatar, channel, body, attachments, is_automated, sent_at, delivered_at, read_at, moderation, source_hash, created_at)
    select ${scope.workspaceId}, id, conversation_id, external_id, direction, sender_type, sender_name, sender_avatar,
           channel, body, attachments, is_automated, sent_at, delivered_at, read_at, moderation,
           decode(source_hash, 'hex'), ${at}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as ${record}`.execute(db)
}

export async function updateMessages(
  db: Queryable,
  scope: Scope,
  rows: readonly MessageRow[],
): Promise<void> {
  if (rows.length === 0) return
  await sql`
    update messages t
    set external_id = r.external_id, direction = r.direction, sender_type = r.sender_type, sender_name = r.sender_name,
        sender_avatar = r.sender_avatar, channel = r.channel, body = r.body,
        -- Some vendors send files and do not show them again.
        attachments = case when r.attachments = '[]' and t.direction = 'outbound' then t.attachments
                           else r.attachments end,
        is_automated = r.is_automated, sent_at = r.sent_at, delivered_at = r.delivered_at, read_at = r.read_at,
        moderation = r.moderation, source_hash = decode(r.source_hash, 'hex')
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as ${record}
    where t.workspace_id = ${scope.workspaceId} and t.id = r.id`.execute(db)
}

/** Deletes messages added to the fixture conversations since. */
export async function deleteOtherMessages(
  tx: Queryable,
  scope: Scope,
  conversationIds: readonly string[],
  keep: readonly string[],
): Promise<void> {
  await sql`delete from messages
    where workspace_id = ${scope.workspaceId} and conversation_id = any(${conversationIds}::bigint[])
      and id <> all(${keep}::bigint[])`.execute(tx)
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
