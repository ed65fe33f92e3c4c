/** Deletes rows past their retention. */
import { sql } from 'kysely'
import type { Queryable } from '../../platform/tenant.ts'
import { timeUuid } from '../../platform/time-uuid.ts'
import type { DeletionBatch } from '../../platform/event-log-queries.ts'

export async function allWorkspaces(db: Queryable): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from workspaces order by id`.execute(db)
  return rows.map((row) => row.id)
}

/** Deletes attempts in the default partition. */
export async function deleteUnpartitionedAttempts(
  db: Queryable,
  { workspaceId, before, limit }: DeletionBatch,
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from delivery_attempts a using (
      select id, started_at from delivery_attempts_rest
      where workspace_id = ${workspaceId} and started_at < ${before} limit ${limit}) old
    where a.workspace_id = ${workspaceId} and a.id = old.id and a.started_at = old.started_at`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** Deletes the counts of dropped partitions. */
export async function deleteAttemptCounts(tx: Queryable, { from }: { from: Date }): Promise<void> {
  await sql`
    delete from delivery_counts c using workspaces w
    where c.workspace_id = w.id and c.week = week_number(${from}::timestamptz)`.execute(tx)
}

/** Deletes deliveries without attempts in any state: what is still pending after so long is not sent. */
export async function deleteDeliveries(
  db: Queryable,
  { workspaceId, before, limit }: DeletionBatch,
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from deliveries d using (
      select o.id from deliveries o
      -- Ids begin with the time, to the millisecond and by the clock of the database.
      where o.workspace_id = ${workspaceId} and o.id < ${timeUuid(before)}::uuid and o.created_at < ${before}
        and o.state <> 'sending'
        and not exists (select from delivery_attempts a where a.workspace_id = o.workspace_id and a.delivery_id = o.id)
      limit ${limit}) old
    where d.workspace_id = ${workspaceId} and d.id = old.id`.execute(db)
  return Number(numAffectedRows ?? 0)
}
