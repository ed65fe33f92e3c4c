import { sql } from 'kysely'
import { from, type Queryable, type Scope } from '../../../platform/tenant.ts'

export interface NamedGuest {
  id: string
  first_name: string | null
  last_name: string | null
}

export function guestsNamed(db: Queryable, scope: Scope, ids: readonly string[]): Promise<NamedGuest[]> {
  return from(db, scope, 'guests')
    .select(['guests.id', 'guests.first_name', 'guests.last_name'])
    .where(sql<boolean>`guests.id = any(${[...ids]}::bigint[])`)
    .execute()
}

/** Whether the thread came through this connection. */
export async function isThreadOf(
  db: Queryable,
  scope: Scope,
  connectionId: string,
  id: string,
): Promise<boolean> {
  const row = await from(db, scope, 'conversations')
    .select('conversations.id')
    .where('conversations.connection_id', '=', connectionId)
    .where('conversations.id', '=', id)
    .executeTakeFirst()
  return row !== undefined
}

/** Whether the review came through this connection. */
export async function isReviewOf(
  db: Queryable,
  scope: Scope,
  connectionId: string,
  id: string,
): Promise<boolean> {
  const row = await from(db, scope, 'reviews')
    .select('reviews.id')
    .where('reviews.connection_id', '=', connectionId)
    .where('reviews.id', '=', id)
    .executeTakeFirst()
  return row !== undefined
}
