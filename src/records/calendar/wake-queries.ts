/** Channels that sell our calendar compare these nights again, because what it shows may have changed. */
import { sql } from 'kysely'
import { notifyWork } from '../../platform/due-work/work-notices.ts'
import { assertLockHeld } from '../../platform/lock-order.ts'
import { prepared } from '../../platform/prepared-statements.ts'
import type { Queryable, Scope } from '../../platform/tenant.ts'
import type { ListingStretch } from './night-queries.ts'

/**
 * Returns how many channel listings will look again. Run it in the change's transaction: the workspace's head row keeps
 * out everybody but the worker.
 */
export async function wakeSelling(
  tx: Queryable,
  scope: Scope,
  stretches: readonly ListingStretch[],
  at: Date,
): Promise<number> {
  if (stretches.length === 0) return 0
  assertLockHeld(tx, 'head')
  const column = (name: keyof ListingStretch) => stretches.map((stretch) => stretch[name])
  const { rows } = await sql`
    with changed as (
      select listing_id, min(first) as first, max(last) as last
      from unnest(${column('listingId')}::bigint[], ${column('first')}::date[], ${column('last')}::date[])
        c (listing_id, first, last)
      group by listing_id
    ), woken as (
      select k.workspace_id, k.connection_id, k.external_id, changed.first, changed.last
      from changed
      join selling_links k on k.workspace_id = ${scope.workspaceId} and k.listing_id = changed.listing_id
    )
    update selling_links k
    set changed_from = least(k.changed_from, woken.first), changed_to = greatest(k.changed_to, woken.last),
        changed_since = coalesce(k.changed_since, ${at}::timestamptz), wake_at = least(k.wake_at, ${at}::timestamptz)
    from woken
    where k.workspace_id = ${scope.workspaceId} and k.connection_id = woken.connection_id
      and k.external_id = woken.external_id
    returning k.external_id ${prepared}`.execute(tx)
  if (rows.length > 0) await notifyWork(tx, 'selling')
  return rows.length
}

/** Compares everything of an account anew, for instance once it can be written to again. */
export async function wakeLinksOf(
  db: Queryable,
  scope: Scope,
  connectionId: string,
  at: Date,
): Promise<void> {
  // Locks links before nights and by id, the same order as writers of a property's rooms.
  await sql`
    select from selling_links
    where workspace_id = ${scope.workspaceId} and connection_id = ${connectionId}
    order by external_id for update`.execute(db)
  await sql`
    update selling_links set compared_at = null, wake_at = ${at}
    where workspace_id = ${scope.workspaceId} and connection_id = ${connectionId}`.execute(db)
  await sql`
    with waiting as materialized (
      select external_id, date from channel_nights
      where workspace_id = ${scope.workspaceId} and connection_id = ${connectionId} and next_attempt_at > ${at}
      order by external_id, date for update)
    update channel_nights n set next_attempt_at = ${at} from waiting
    where n.workspace_id = ${scope.workspaceId} and n.connection_id = ${connectionId}
      and n.external_id = waiting.external_id and n.date = waiting.date`.execute(db)
  await notifyWork(db, 'selling')
}
