/** Deletes old history, one range of records at a time. */
import { sql } from 'kysely'
import type { Queryable, Scope } from '../platform/tenant.ts'

export interface HistoryCursor {
  record_type: string
  record_id: string
  revision: number
}

/** Deletes old changes among the next rows. Returns the last row checked and how many were deleted. */
export async function deleteOldChanges(
  db: Queryable,
  scope: Scope,
  { after, before, limit }: { after: HistoryCursor; before: Date; limit: number },
): Promise<{ last: HistoryCursor | null; gone: number }> {
  const { rows } = await sql<HistoryCursor & { gone: number }>`
    with next as (
      select record_type, record_id, revision, created_at from record_history
      where workspace_id = ${scope.workspaceId}
        and (record_type, record_id, revision) > (${after.record_type}, ${after.record_id}::bigint, ${after.revision}::int)
      order by record_type, record_id, revision limit ${limit}
    ), gone as (
      delete from record_history h using next n
      where h.workspace_id = ${scope.workspaceId} and h.record_type = n.record_type and h.record_id = n.record_id
        and h.revision = n.revision and n.created_at < ${before}
      returning 1
    )
    select record_type, record_id, revision, (select count(*)::int from gone) as gone from next
    order by record_type desc, record_id desc, revision desc limit 1`.execute(db)
  const [last] = rows
  return { last: last ?? null, gone: last?.gone ?? 0 }
}

/** Deletes old snapshots beside the history, at most `limit`. Returns how many. */
export async function deleteOldSnapshots(
  db: Queryable,
  scope: Scope,
  { before, limit }: { before: Date; limit: number },
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from past_parts p using (
      select record_type, record_id, part, until from past_parts
      where workspace_id = ${scope.workspaceId} and until < ${before} limit ${limit}) old
    where p.workspace_id = ${scope.workspaceId} and p.record_type = old.record_type and p.record_id = old.record_id
      and p.part = old.part and p.until = old.until`.execute(db)
  return Number(numAffectedRows ?? 0)
}
