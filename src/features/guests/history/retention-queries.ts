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

/** Changes before this are deleted; null if none was. */
export async function historyFrom(db: Queryable, scope: Scope): Promise<Date | null> {
  const { rows } = await sql<{ history_from: Date | null }>`
    select history_from from retention where workspace_id = ${scope.workspaceId}`.execute(db)
  return rows[0]?.history_from ?? null
}
