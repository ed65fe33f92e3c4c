import { sql } from 'kysely'
import type { Queryable, Scope } from '../../../platform/tenant.ts'
import type { RunKind } from '../state/run-queries.ts'

/** The connection's account if its workspace belongs to a migration; otherwise undefined. */
export async function migratedAccount(
  db: Queryable,
  scope: Scope,
  connectionId: string,
): Promise<{ provider: string; externalAccountId: string } | undefined> {
  const { rows } = await sql<{ provider: string; externalAccountId: string }>`
    select c.provider, c.external_account_id as "externalAccountId"
    from connections c
    join workspaces w on w.id = c.workspace_id and w.parent_id is not null
    where c.workspace_id = ${scope.workspaceId} and c.id = ${connectionId}`.execute(db)
  return rows[0]
}

/** The unfinished import. */
export async function openImport(
  db: Queryable,
  scope: Scope,
  connectionId: string,
): Promise<{ id: string; kind: RunKind } | undefined> {
  const { rows } = await sql<{ id: string; kind: RunKind }>`
    select id, kind from sync_runs
    where workspace_id = ${scope.workspaceId} and connection_id = ${connectionId} and finished_at is null
      and kind in ('first_import', 'import')
    order by id desc limit 1`.execute(db)
  return rows[0]
}

/** Continues where it stopped; another failure is reported again. */
export async function reviveRun(db: Queryable, scope: Scope, runId: string): Promise<void> {
  await sql`
    update sync_runs set state = 'running', failures = 0, failed_told_at = null
    where workspace_id = ${scope.workspaceId} and id = ${runId}`.execute(db)
}

export async function abandonRun(db: Queryable, scope: Scope, runId: string, at: Date): Promise<void> {
  await sql`
    with ended as (
      update sync_runs set state = 'abandoned', finished_at = ${at}
      where workspace_id = ${scope.workspaceId} and id = ${runId} returning id
    ), released as (
      update sync_fetches set run_id = null
      where workspace_id = ${scope.workspaceId} and run_id in (select id from ended)
    )
    delete from sync_seen where workspace_id = ${scope.workspaceId} and run_id in (select id from ended)`.execute(
    db,
  )
}
