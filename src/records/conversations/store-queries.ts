import { sql } from 'kysely'
import type { Queryable, Scope } from '../../platform/tenant.ts'

export interface StoredConversationRow {
  id: string
  external_id: string
  account_id: string | null
  platform: string | null
  external_thread_id: string | null
  guest_id: string | null
  listing_id: string | null
  source_reservation_id: string | null
  subject: string | null
  last_message_at: string | null
  /** Null if the source does not count unread messages. */
  unread_count: number | null
  source_hash: string | null
}

const record = sql`r (id bigint, external_id text, account_id bigint, platform text, external_thread_id text,
  guest_id bigint, listing_id bigint, source_reservation_id text, subject text, last_message_at timestamptz,
  unread_count int, source_hash text)`

export interface StoredConversation {
  id: string
  external_id: string
  guest_id: string | null
  listing_id: string | null
}

export async function storedConversations(
  db: Queryable,
  scope: Scope,
  connectionId: string,
  externalIds: readonly string[],
): Promise<Map<string, StoredConversation>> {
  const { rows } = await sql<StoredConversation>`
    select id, external_id, guest_id, listing_id from conversations
    where workspace_id = ${scope.workspaceId} and connection_id = ${connectionId}
      and external_id = any(${externalIds}::text[])`.execute(db)
  return new Map(rows.map((row) => [row.external_id, row]))
}

/** The thread of a forgotten guest keeps no subject. */
const subject = (scope: Scope) => sql`case when not exists (
  select from guests g where g.workspace_id = ${scope.workspaceId} and g.id = r.guest_id and g.forgotten_at is not null)
  then r.subject end`

export async function insertConversations(
  db: Queryable,
  scope: Scope,
  connectionId: string,
  rows: readonly StoredConversationRow[],
  at: Date,
): Promise<void> {
  if (rows.length === 0) return
  await sql`
    insert into conversations (workspace_id, connection_id, id, external_id, account_id, platform, external_thread_id,
      guest_id, listing_id, source_reservation_id, subject, last_message_at, unread_count, source_hash, created_at,
      updated_at)
    select ${scope.workspaceId}, ${connectionId}, id, external_id, account_id, platform, external_thread_id, guest_id,
           listing_id, source_reservation_id, ${subject(scope)}, last_message_at, coalesce(unread_count, 0),
           decode(source_hash, 'hex'), ${at}, ${at}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as ${record}`.execute(db)
}

/** A stored message may be newer than the last one a thread names, so the later wins. */
export async function updateConversations(
  db: Queryable,
  scope: Scope,
  rows: readonly StoredConversationRow[],
  at: Date,
): Promise<void> {
  if (rows.length === 0) return
  await sql`
    update conversations t
    set account_id = r.account_id, platform = r.platform, external_thread_id = r.external_thread_id,
        guest_id = r.guest_id, listing_id = r.listing_id, source_reservation_id = r.source_reservation_id,
        subject = ${subject(scope)}, last_message_at = greatest(t.last_message_at, r.last_message_at),
        unread_count = coalesce(r.unread_count, t.unread_count), source_hash = decode(r.source_hash, 'hex'),
        updated_at = ${at}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as ${record}
    where t.workspace_id = ${scope.workspaceId} and t.id = r.id`.execute(db)
}

/** Preview and time of a thread come from its newest stored message. */
export async function refreshLastMessages(
  db: Queryable,
  scope: Scope,
  ids: readonly string[],
  at: Date,
): Promise<void> {
  await sql`
    update conversations c
    set last_message_at = newest.sent_at, last_message_preview = left(newest.body, 200), updated_at = ${at}
    from (select distinct on (conversation_id) conversation_id, sent_at, body from messages
          where workspace_id = ${scope.workspaceId} and conversation_id = any(${ids}::bigint[])
          order by conversation_id, sent_at desc, id desc) newest
    where c.workspace_id = ${scope.workspaceId} and c.id = newest.conversation_id
      and (c.last_message_at, c.last_message_preview) is distinct from (newest.sent_at, left(newest.body, 200))`.execute(
    db,
  )
}

/** Moves the stay's conversations to its new listing. */
export async function moveConversations(
  db: Queryable,
  scope: Scope,
  reservationId: string,
  listingId: string,
  at: Date,
): Promise<void> {
  await sql`
    update conversations set listing_id = ${listingId}, updated_at = ${at}
    where workspace_id = ${scope.workspaceId} and reservation_id = ${reservationId}
      and listing_id is distinct from ${listingId}`.execute(db)
}
