import { sql } from 'kysely'
import type { FailedCall } from '../../../upstream/client.ts'
import { prepared } from '../../../platform/prepared-statements.ts'
import { newId, type Queryable, type Scope } from '../../../platform/tenant.ts'
import type { RunProgress } from './rules.ts'

export type RunKind = 'first_import' | 'import' | 'incremental' | 'full' | 'reconciliation' | 'count'

interface RunCursor {
  cursor: string | null
  /** The list was read to its end, though single records may still wait. */
  walked: boolean
}

export interface RunError {
  at: string
  entity: string | null
  message: string
  /** Absent in runs of older versions, and if no record is known. */
  externalId?: string
  /** The vendor's own words, redacted and cut. */
  answer?: string
  calls?: FailedCall[]
}

/** The part of a list that was read; empty for all of it. */
export interface RunBounds {
  since?: string
  from?: string
  to?: string
}

export interface SyncRunRow {
  id: string
  kind: RunKind
  strategy: string
  bounds: Record<string, RunBounds>
  state: 'running' | 'completed' | 'partial' | 'failed' | 'abandoned'
  entities: string[]
  progress: RunProgress
  resume: Record<string, RunCursor>
  errors: RunError[]
  failures: number
  upstreamCalls: number
  retries: number
  startedAt: Date
  heartbeatAt: Date
  finishedAt: Date | null
  /** When the failure of this import was reported. */
  failedToldAt: Date | null
}

export const runColumns = sql`id, kind, strategy, bounds, state, entities, progress, resume, errors, failures,
  upstream_calls as "upstreamCalls", retries, heartbeat_at as "heartbeatAt", started_at as "startedAt", finished_at as "finishedAt",
  failed_told_at as "failedToldAt"`

export async function insertRun(
  db: Queryable,
  scope: Scope,
  connectionId: string,
  run: Pick<SyncRunRow, 'kind' | 'strategy' | 'bounds'> & { entities: readonly string[]; at: Date },
): Promise<SyncRunRow> {
  const id = await newId(db, scope, 'sync_runs')
  const { rows } = await sql<SyncRunRow>`
    insert into sync_runs (workspace_id, id, connection_id, kind, strategy, bounds, entities, started_at, heartbeat_at)
    values (${scope.workspaceId}, ${id}, ${connectionId}, ${run.kind}, ${run.strategy}, ${JSON.stringify(run.bounds)}::jsonb,
            ${run.entities}::text[], ${run.at}, ${run.at})
    returning ${runColumns}`.execute(db)
  const [row] = rows
  if (!row) throw new Error('the new run was not returned')
  return row
}

/** Returns unfinished runs; a failed one continues where it stopped. */
export async function openRuns(db: Queryable, scope: Scope, connectionId: string): Promise<SyncRunRow[]> {
  const { rows } = await sql<SyncRunRow>`
    select ${runColumns} from sync_runs
    where workspace_id = ${scope.workspaceId} and connection_id = ${connectionId} and finished_at is null
    order by id`.execute(db)
  return rows
}

/** A person asks about the first import, or about the latest full pass. */
export async function latestImport(
  db: Queryable,
  scope: Scope,
  connectionId: string,
): Promise<SyncRunRow | undefined> {
  const { rows } = await sql<SyncRunRow>`
    select ${runColumns} from sync_runs
    where workspace_id = ${scope.workspaceId} and connection_id = ${connectionId} and kind in ('first_import', 'full')
    order by id desc limit 1`.execute(db)
  return rows[0]
}

/** Stores the run's state with what it read. */
export async function updateRun(
  db: Queryable,
  scope: Scope,
  run: SyncRunRow,
  { at, calls, retries }: { at: Date; calls: number; retries: number },
): Promise<void> {
  await sql`
    update sync_runs
    set state = ${run.state}, progress = ${JSON.stringify(run.progress)}::jsonb,
        resume = ${JSON.stringify(run.resume)}::jsonb, errors = ${JSON.stringify(run.errors)}::jsonb,
        failures = ${run.failures}, finished_at = ${run.finishedAt}, failed_told_at = ${run.failedToldAt}, heartbeat_at = ${at},
        upstream_calls = upstream_calls + ${calls}, retries = retries + ${retries}
    where workspace_id = ${scope.workspaceId} and id = ${run.id} ${prepared}`.execute(db)
}

/** Returns the abandoned imports whose failure was not reported yet. */
export async function abandonRuns(
  db: Queryable,
  scope: Scope,
  connectionId: string,
  at: Date,
): Promise<SyncRunRow[]> {
  const { rows } = await sql<SyncRunRow>`
    with ended as (
      update sync_runs set state = 'abandoned', finished_at = ${at}
      where workspace_id = ${scope.workspaceId} and connection_id = ${connectionId} and finished_at is null
      returning *
    ), proofs as (
      update reconciliations set state = 'abandoned', finished_at = ${at}
      where workspace_id = ${scope.workspaceId} and connection_id = ${connectionId} and state = 'running'
    ), forgotten as (
      delete from sync_seen where workspace_id = ${scope.workspaceId} and run_id in (select id from ended))
    select ${runColumns} from ended where kind in ('first_import', 'import') and failed_told_at is null`.execute(
    db,
  )
  return rows
}

/** Returns how many of them the run had not seen before. */
export async function insertSeen(
  db: Queryable,
  scope: Scope,
  runId: string,
  entity: string,
  externalIds: readonly string[],
): Promise<number> {
  if (externalIds.length === 0) return 0
  const { rows } = await sql<{ added: number }>`
    insert into sync_seen (workspace_id, run_id, entity, external_id)
    select distinct ${scope.workspaceId}::bigint, ${runId}::bigint, ${entity}, id
    from unnest(${externalIds}::text[]) id
    on conflict do nothing returning 1 as added ${prepared}`.execute(db)
  return rows.length
}

export async function deleteSeen(db: Queryable, scope: Scope, runId: string): Promise<void> {
  await sql`delete from sync_seen where workspace_id = ${scope.workspaceId} and run_id = ${runId}`.execute(db)
}

/**
 * Returns records stored before the run that it did not see and that have not ended. It subtracts two sets: the planner
 * expects one seen row, and would compare every row with all.
 */
export async function unseen(
  db: Queryable,
  scope: Scope,
  connectionId: string,
  run: Pick<SyncRunRow, 'id' | 'startedAt'>,
  entity: 'reservations' | 'listings',
  { departedFrom = null }: { departedFrom?: string | null } = {},
): Promise<string[]> {
  const stored = {
    listings: sql`select external_id, created_at from listings
      where workspace_id = ${scope.workspaceId} and connection_id = ${connectionId} and archived_at is null`,
    reservations: sql`
      select external_id, created_at from reservations
      where workspace_id = ${scope.workspaceId} and connection_id = ${connectionId} and status <> 'cancelled'
        and (${departedFrom}::date is null or check_out >= ${departedFrom}::date)
      union all
      select external_id, created_at from inquiries
      where workspace_id = ${scope.workspaceId} and connection_id = ${connectionId}
        and status in ('open', 'pre_approved', 'special_offer_sent')`,
  }[entity]
  const { rows } = await sql<{ external_id: string }>`
    select s.external_id from (${stored}) s
    where s.external_id is not null and s.created_at < ${run.startedAt}
    except
    select external_id from sync_seen
    where workspace_id = ${scope.workspaceId} and run_id = ${run.id} and entity = ${entity}
    order by external_id`.execute(db)
  return rows.map((row) => row.external_id)
}

/** Deletes runs nobody asks about, sooner if they found nothing. The latest of each kind stays. */
export async function deleteOldRuns(
  db: Queryable,
  scope: Scope,
  connectionId: string,
  { before, quietBefore }: { before: Date; quietBefore: Date },
): Promise<void> {
  await sql`
    delete from sync_runs r
    where r.workspace_id = ${scope.workspaceId} and r.connection_id = ${connectionId} and r.kind <> 'count'
      and (r.finished_at < ${before}
           or r.finished_at < ${quietBefore} and r.kind = 'incremental' and r.state = 'completed' and r.errors = '[]'
              and not exists (select from jsonb_each(r.progress) part where (part.value ->> 'changed')::int > 0))
      and exists (select from sync_runs newer
                  where newer.workspace_id = r.workspace_id and newer.connection_id = r.connection_id
                    and newer.kind = r.kind and newer.id > r.id)`.execute(db)
}
