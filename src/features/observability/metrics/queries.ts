import { sql } from 'kysely'
import type { Queryable } from '../../../platform/tenant.ts'

/** Counting stops here, so that a long queue costs no more. */
const mostCounted = 100_000

export interface QueueDepths {
  deliveries: string
  deliveries_waiting: string
  sync_turns: string
  pushes: string
}

/** Covers all workspaces and identifies none. */
export async function queueDepths(db: Queryable, now: Date): Promise<QueueDepths> {
  const { rows } = await sql<QueueDepths>`
    select
      (select count(*) from (
         select workspace_id from deliveries where state = 'pending' limit ${mostCounted}::int) d) as deliveries,
      (select count(*) from (
         select workspace_id from deliveries where state = 'waiting' limit ${mostCounted}::int) d) as deliveries_waiting,
      (select count(*) from (
         select workspace_id from sync_schedule where wake_at <= ${now} limit ${mostCounted}::int) s) as sync_turns,
      (select count(*) from (
         select workspace_id from calendar_pushes where next_attempt_at is not null
         limit ${mostCounted}::int) p) as pushes`.execute(db)
  const [row] = rows
  if (!row) throw new Error('queues were not counted')
  return row
}
