import { sql } from 'kysely'
import type { Queryable, Scope } from '../platform/tenant.ts'

export interface HistoryRow {
  type: string
  id: string
  revision: number
  change: 'created' | 'updated' | 'cancelled' | 'deleted'
  previous: object
}

export async function insertHistory(
  db: Queryable,
  scope: Scope,
  rows: readonly HistoryRow[],
  source: { origin: string; runId: string | null; at: Date },
): Promise<void> {
  if (rows.length === 0) return
  await sql`
    insert into record_history (workspace_id, record_type, record_id, revision, change, previous, origin, run_id, created_at)
    select ${scope.workspaceId}, type, id, revision, change, previous, ${source.origin}, ${source.runId}, ${source.at}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as r (type text, id bigint, revision int, change text, previous jsonb)`.execute(db)
}
