import { sql } from 'kysely'
import type { Queryable, Scope } from '../../../platform/tenant.ts'

/** Returns the next record after this one that the run counted; undefined at the end. */
export async function nextCounted(
  db: Queryable,
  scope: Scope,
  { runId, entity, after }: { runId: string; entity: string; after: string | null },
): Promise<string | undefined> {
  const { rows } = await sql<{ external_id: string }>`
    select external_id from sync_seen
    where workspace_id = ${scope.workspaceId} and run_id = ${runId} and entity = ${entity}
      and external_id > ${after ?? ''}
    order by external_id limit 1`.execute(db)
  return rows[0]?.external_id
}

/** Older counts of these kinds are not needed any more. */
export async function forgetOlderCounts(
  db: Queryable,
  scope: Scope,
  connectionId: string,
  { runId, entities }: { runId: string; entities: readonly string[] },
): Promise<void> {
  await sql`
    delete from sync_seen s using sync_runs r
    where s.workspace_id = ${scope.workspaceId} and s.entity = any(${entities}::text[])
      and r.workspace_id = s.workspace_id and r.id = s.run_id and r.connection_id = ${connectionId}
      and r.kind = 'count' and r.id < ${runId}`.execute(db)
}

/** Moves what one run counted of these kinds to another run. */
export async function moveSeen(
  db: Queryable,
  scope: Scope,
  { from, to, entities }: { from: string; to: string; entities: readonly string[] },
): Promise<void> {
  if (entities.length === 0) return
  await sql`
    update sync_seen set run_id = ${to}
    where workspace_id = ${scope.workspaceId} and run_id = ${from} and entity = any(${entities}::text[])`.execute(
    db,
  )
}
