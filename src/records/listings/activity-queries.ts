import { sql } from 'kysely'
import { from, type Queryable, type Scope } from '../../platform/tenant.ts'

/** Locks the rows in order of id, so that two callers cannot deadlock. */
export async function lockListings(tx: Queryable, scope: Scope, ids: readonly string[]) {
  return (
    from(tx, scope, 'listings')
      .select(['listings.id', 'listings.active', 'listings.archived_at'])
      .where(sql<boolean>`listings.id = any(${ids}::bigint[])`)
      .orderBy('listings.id')
      // Writers of nights reference the listing before they take the workspace, so they must not wait.
      .forNoKeyUpdate()
      .execute()
  )
}

/** Switches listings on or off and returns what they were. */
export async function updateListingActivity(
  tx: Queryable,
  scope: Scope,
  ids: readonly string[],
  active: boolean,
  at: Date,
): Promise<void> {
  await sql`
    with changed as (
      update listings set active = ${active}, inactive_reason = ${active ? null : 'deactivated'},
             updated_at = ${at}, revision = listings.revision + 1
      from listings before
      where listings.workspace_id = ${scope.workspaceId} and listings.id = any(${ids}::bigint[])
        and before.workspace_id = listings.workspace_id and before.id = listings.id
      returning listings.id, listings.revision, before.active, before.inactive_reason
    )
    insert into record_history (workspace_id, record_type, record_id, revision, change, previous, origin, created_at)
    select ${scope.workspaceId}, 'listing', id, revision, 'updated',
           jsonb_build_object('active', active, 'inactiveReason', inactive_reason), 'api', ${at}
    from changed`.execute(tx)
}
