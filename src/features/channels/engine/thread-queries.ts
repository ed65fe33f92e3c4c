import { sql } from 'kysely'
import type { PageRequest } from '../../../http/list.ts'
import { from, inScope, type Queryable, type Scope } from '../../../platform/tenant.ts'
import { onConversationPage } from '../../inbox/public.ts'
import { guestOf, hostOf, throughAccounts, type RowGuest, type RowHost } from './row-sql.ts'

export interface ThreadRow {
  id: string
  external_thread_id: string | null
  listing_id: string | null
  reservation_id: string | null
  host: RowHost
  guest: RowGuest | null
  last_message_at: Date | null
  unread_count: number
}

const columns = (
  scope: Scope,
) => sql`id, external_thread_id, listing_id, reservation_id, ${hostOf(scope, 'conversations')} as host,
  ${guestOf(scope, 'conversations')} as guest, last_message_at, unread_count`

export async function threads(
  db: Queryable,
  scope: Scope,
  connectionIds: readonly string[],
  page: PageRequest,
): Promise<ThreadRow[]> {
  const { rows } = await sql<ThreadRow>`
    select ${columns(scope)} from "conversations" where ${onConversationPage(scope, { connectionIds }, page)}
    order by ${page.orderBy}`.execute(db)
  return rows
}

export async function thread(
  db: Queryable,
  scope: Scope,
  id: string,
  connectionIds: readonly string[],
): Promise<ThreadRow | undefined> {
  const { rows } = await sql<ThreadRow>`
    select ${columns(scope)} from conversations
    where ${inScope(scope, 'conversations')} and ${throughAccounts('conversations', connectionIds)}
      and id = ${id}`.execute(db)
  return rows[0]
}

/** A page of messages, oldest first. */
export const fromTheFirst = (limit: number): PageRequest => ({
  after: undefined,
  orderBy: sql`messages.sent_at, messages.id`,
  limit,
  offset: 0,
  withTotal: false,
})

export async function isMessageOf(
  db: Queryable,
  scope: Scope,
  threadId: string,
  id: string,
): Promise<boolean> {
  const row = await from(db, scope, 'messages')
    .select('messages.id')
    .where('messages.conversation_id', '=', threadId)
    .where('messages.id', '=', id)
    .executeTakeFirst()
  return row !== undefined
}
