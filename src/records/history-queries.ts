import { sql, type RawBuilder } from 'kysely'
import { prepared } from '../platform/prepared-statements.ts'
import type { Queryable, Scope } from '../platform/tenant.ts'

export interface HistoryRow {
  type: string
  id: string
  revision: number
  change: 'created' | 'updated' | 'cancelled' | 'deleted'
  previous: object
}

export interface HistorySource {
  origin: string
  runId: string | null
  at: Date
}

/** Usable as a statement, or as a part of one that stores the records too. */
export const historyInsert = (
  scope: Scope,
  rows: readonly HistoryRow[],
  { origin, runId, at }: HistorySource,
): RawBuilder<unknown> => sql`
  insert into record_history (workspace_id, record_type, record_id, revision, change, previous, origin, run_id, created_at)
  select ${scope.workspaceId}::bigint, type, id, revision, change, previous, ${origin}, ${runId}::bigint, ${at}
  from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
    as r (type text, id bigint, revision int, change text, previous jsonb)`

export async function insertHistory(
  db: Queryable,
  scope: Scope,
  rows: readonly HistoryRow[],
  source: HistorySource,
): Promise<void> {
  if (rows.length === 0) return
  await sql`${historyInsert(scope, rows, source)} ${prepared}`.execute(db)
}
