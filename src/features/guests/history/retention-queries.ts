/** Deletes old history, one range of records at a time. */
import { sql } from 'kysely'
import type { Queryable, Scope } from '../../../platform/tenant.ts'

export interface HistoryRetentionRow {
  id: string
  history_days: number | null
}

/** Workspaces with a keeping time that nobody looked through since then; each has a row (`0001_workspaces.sql`). */
export async function historiesToLookThrough(
  db: Queryable,
  { usual, since }: { usual: number | null; since: Date },
): Promise<HistoryRetentionRow[]> {
  const isKeptFor = usual === null ? sql`history_days is not null` : sql`true`
  const { rows } = await sql<HistoryRetentionRow>`
    select workspace_id as id, history_days from retention
    where history_looked_at <= ${since}::timestamptz and ${isKeptFor} order by history_looked_at`.execute(db)
  return rows
}

/** False if another process claimed it. From now on older changes are hidden. */
export async function claimHistory(
  db: Queryable,
  scope: Scope,
  { since, now, before }: { since: Date; now: Date; before: Date },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update retention set history_looked_at = ${now}, history_from = greatest(history_from, ${before}::timestamptz)
    where workspace_id = ${scope.workspaceId} and history_looked_at <= ${since}::timestamptz`.execute(db)
  return numAffectedRows === 1n
}

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

/** Changes before this are deleted; null if none was. */
export async function historyFrom(db: Queryable, scope: Scope): Promise<Date | null> {
  const { rows } = await sql<{ history_from: Date | null }>`
    select history_from from retention where workspace_id = ${scope.workspaceId}`.execute(db)
  return rows[0]?.history_from ?? null
}
