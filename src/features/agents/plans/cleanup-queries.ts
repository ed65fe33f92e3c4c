import { sql } from 'kysely'
import type { Queryable } from '../../../platform/tenant.ts'

/** Deletes plans of every workspace that could be confirmed until before the given moment; returns how many. */
export async function deletePlansBefore(db: Queryable, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from agent_plans p using (
      select workspace_id, id from agent_plans where expires_at < ${before} order by expires_at limit ${limit}) old
    where p.workspace_id = old.workspace_id and p.id = old.id`.execute(db)
  return Number(numAffectedRows ?? 0)
}
