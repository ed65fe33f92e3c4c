/** The history of a sandbox's records, which seeding starts anew. */
import { sql } from 'kysely'
import type { Queryable, Scope } from '../platform/tenant.ts'

const deleteParts = (tx: Queryable, scope: Scope, ids: readonly string[]) =>
  sql`delete from past_parts where workspace_id = ${scope.workspaceId} and record_id = any(${ids}::bigint[])`.execute(
    tx,
  )

/** Records of any kind: all ids of a sandbox come from one sequence. */
export async function deleteHistory(tx: Queryable, scope: Scope, ids: readonly string[]): Promise<void> {
  await sql`delete from record_history
    where workspace_id = ${scope.workspaceId} and record_id = any(${ids}::bigint[])`.execute(tx)
  await deleteParts(tx, scope, ids)
}

/** Makes reseeded listings, guests and conversations read as newly created. */
export async function resetRevisions(tx: Queryable, scope: Scope, ids: readonly string[]): Promise<void> {
  await sql`delete from record_history
    where workspace_id = ${scope.workspaceId} and record_type in ('listing', 'guest', 'conversation')
      and record_id = any(${ids}::bigint[])`.execute(tx)
  await deleteParts(tx, scope, ids)
  await sql`
    insert into record_history (workspace_id, record_type, record_id, revision, change, origin, created_at)
    select workspace_id, type, id, 1, 'created', 'sandbox', created_at
    from (select workspace_id, 'listing' as type, id, created_at from listings
          union all select workspace_id, 'guest', id, created_at from guests
          union all select workspace_id, 'conversation', id, created_at from conversations) made
    where workspace_id = ${scope.workspaceId} and id = any(${ids}::bigint[])`.execute(tx)
}
