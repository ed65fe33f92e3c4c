import { sql } from 'kysely'
import type { Queryable, Scope } from '../../platform/tenant.ts'
import type { RunError } from './state/run-queries.ts'

/** The latest reading of a whole account that began at a time or later. */
export interface FullReading {
  provider: string
  status: string
  action_message: string | null
  /** Turns in a row that failed. */
  failures: number
  /** Null before it began. */
  run_id: string | null
  finished_at: Date | null
  errors: RunError[]
  /** Null where the provider has no stays to compare. */
  proof: {
    state: 'running' | 'completed' | 'incomplete' | 'abandoned'
    compared: number
    changed: number
    found: number
    gone: number
    mended: number
    unread: number
  } | null
  run_state: string | null
}

export async function fullReadingSince(
  db: Queryable,
  scope: Scope,
  connectionId: string,
  since: Date,
): Promise<FullReading | undefined> {
  const { rows } = await sql<FullReading>`
    select c.provider, c.status, c.action_message, coalesce(s.failures, 0) as failures, r.id as run_id, r.finished_at,
           coalesce(r.errors, '[]') as errors, r.state as run_state,
           case when p.run_id is not null then jsonb_build_object(
             'state', p.state, 'compared', p.stays_compared, 'changed', p.drifted, 'found', p.missing_here,
             'gone', p.gone_upstream, 'mended', p.mended, 'unread', p.unread) end as proof
    from connections c
    left join sync_schedule s on s.workspace_id = c.workspace_id and s.connection_id = c.id
    left join lateral (
      select * from sync_runs r
      where r.workspace_id = ${scope.workspaceId} and r.connection_id = ${connectionId}
        and r.kind in ('full', 'first_import') and r.started_at >= ${since}
      order by r.id desc limit 1) r on true
    left join reconciliations p on p.workspace_id = ${scope.workspaceId} and p.run_id = r.id
    where c.workspace_id = ${scope.workspaceId} and c.id = ${connectionId}`.execute(db)
  return rows[0]
}
